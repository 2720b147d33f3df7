import type { Job } from '../jobs/jobs.ts';
import type { Metrics } from './metrics.ts';

/** A job that tells how long it took and whether it ended well; one that the portal's stop broke off tells nothing. */
export function timedJob(job: Job, metrics: Pick<Metrics, 'job'>): Job {
  return {
    ...job,
    async run(signal) {
      const started = performance.now();
      const ended = (isWell: boolean) => metrics.job(job.name, isWell, (performance.now() - started) / 1_000);
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
