import type { Logger } from 'pino';

/** A periodic background job; checked at start and once a minute. */
export interface Job {
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

export interface Jobs {
  /** Runs what is due and not under way already; resolves when all of it has ended, however it ended. */
  tick(): Promise<void>;
  /** Runs every job, whenever it ran last, after what is under way. */
  tickAll(): Promise<void>;
  /** Begins nothing more, aborts what runs and waits for it. */
  stop(): Promise<void>;
}

/** A tick comes when its timer says, so this much before its time counts as due. */
const EARLY_MS = 15_000;

/** @param elapsedMs a clock that never goes back; the default is the process's */
export function createJobs(
  jobs: readonly Job[],
  log: Pick<Logger, 'error'>,
  elapsedMs: () => number = () => performance.now(),
): Jobs {
  const stopping = new AbortController();
  const begun = new Map<Job, number>();
  const running = new Map<Job, Promise<void>>();

  async function run(job: Job): Promise<void> {
    try {
      await job.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, duty: job.name }, 'duty failed');
    } finally {
      running.delete(job);
    }
  }

  const isDue = (job: Job) => {
    const last = begun.get(job);
    return !running.has(job) && (last === undefined || elapsedMs() - last + EARLY_MS >= job.everyMs);
  };

  function begin(some: readonly Job[]): Promise<unknown> {
    if (stopping.signal.aborted) return Promise.resolve();
    for (const job of some) {
      begun.set(job, elapsedMs());
      running.set(job, run(job));
    }
    return Promise.all(running.values());
  }

  return {
    async tick() {
      await begin(jobs.filter(isDue));
    },
    async tickAll() {
      await Promise.all(running.values());
      await begin(jobs.filter((job) => !running.has(job)));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
