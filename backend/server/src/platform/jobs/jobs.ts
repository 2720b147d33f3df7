import type { Logger } from 'pino';

/** Something the portal sees to by itself, asked about at start and once a minute. */
export interface Duty {
  /** For the log, e.g. `billing run`. */
  readonly name: string;
  /** About so long passes between two times in one process; a minute at least, for that is the tick. */
  readonly everyMs: number;
  /**
   * Finds out from the log and the read models what is due, and does it. Another portal may be doing the same at the
   * same time, and the last time may have broken off anywhere: what was done is not done again. A rejection is logged;
   * the next tick tries again. `signal` aborts when the portal stops: stop at the next safe place.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Duties {
  /** Runs what is due and not under way already; resolves when all of it has ended, however it ended. */
  tick(): Promise<void>;
  /** Runs every duty, whenever it ran last, after what is under way. */
  tickAll(): Promise<void>;
  /** Begins nothing more, aborts what runs and waits for it. */
  stop(): Promise<void>;
}

/** A tick comes when its timer says, so this much before its time counts as due. */
const EARLY_MS = 15_000;

/** @param elapsedMs a clock that never goes back; the default is the process's */
export function createDuties(
  duties: readonly Duty[],
  log: Pick<Logger, 'error'>,
  elapsedMs: () => number = () => performance.now(),
): Duties {
  const stopping = new AbortController();
  const begun = new Map<Duty, number>();
  const running = new Map<Duty, Promise<void>>();

  async function run(duty: Duty): Promise<void> {
    try {
      await duty.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, duty: duty.name }, 'duty failed');
    } finally {
      running.delete(duty);
    }
  }

  const isDue = (duty: Duty) => {
    const last = begun.get(duty);
    return !running.has(duty) && (last === undefined || elapsedMs() - last + EARLY_MS >= duty.everyMs);
  };

  function begin(some: readonly Duty[]): Promise<unknown> {
    if (stopping.signal.aborted) return Promise.resolve();
    for (const duty of some) {
      begun.set(duty, elapsedMs());
      running.set(duty, run(duty));
    }
    return Promise.all(running.values());
  }

  return {
    async tick() {
      await begin(duties.filter(isDue));
    },
    async tickAll() {
      await Promise.all(running.values());
      await begin(duties.filter((duty) => !running.has(duty)));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
