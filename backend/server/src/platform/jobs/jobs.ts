import type { Logger } from 'pino';

/** A periodic background job, checked at start and once a minute. */
export interface Job {
  /** For the log, e.g. `billing run`. */
  readonly name: string;
  /** Approximate interval in one process; at least a minute, the tick's interval. */
  readonly everyMs: number;
  /**
   * Does what is due according to log and read models. Must be idempotent: another portal may do the same at the same time,
   * and the last run may have been interrupted. Errors are logged and retried by the next tick.
   * @param signal aborts when the portal stops: end at the next safe point
   */
  run(signal: AbortSignal): Promise<unknown>;
}

export type Jobs = ReturnType<typeof createJobs>;

/** A job is due this long before its interval has passed, because ticks are not exact. */
const EARLY_MS = 15_000;

/** @param elapsedMs a monotonic clock; default: the process's */
export function createJobs(
  jobs: readonly Job[],
  log: Pick<Logger, 'error'>,
  elapsedMs: () => number = () => performance.now(),
) {
  const stopping = new AbortController();
  const begun = new Map<Job, number>();
  const running = new Map<Job, Promise<void>>();

  async function run(job: Job): Promise<void> {
    try {
      await job.run(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, job: job.name }, 'job failed');
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
    /** Runs jobs that are due and not running; resolves when all have ended. */
    async tick(): Promise<void> {
      await begin(jobs.filter(isDue));
    },
    /** Runs all jobs, due or not, after those running now. */
    async tickAll(): Promise<void> {
      await Promise.all(running.values());
      await begin(jobs.filter((job) => !running.has(job)));
    },
    /** Starts no more jobs, aborts running ones and waits for them. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
