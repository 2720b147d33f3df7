import type { Job } from '../jobs/jobs.ts';
import type { Metrics } from './metrics.ts';

/** Measures a job's duration and result, unless it was interrupted by the portal's stop. */
export function timedJob(job: Job, metrics: Pick<Metrics, 'job'>): Job {
  return {
    ...job,
    async run(signal) {
      const started = performance.now();
      const ended = (ok: boolean) => metrics.job(job.name, ok, (performance.now() - started) / 1_000);
      try {
        const result = await job.run(signal);
        ended(true);
        return result;
      } catch (error) {
        if (!signal.aborted) ended(false);
        throw error;
      }
    },
  };
}
