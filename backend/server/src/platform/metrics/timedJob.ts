import type { Duty } from '../jobs/jobs.ts';
import type { Metrics } from './metrics.ts';

/** A duty that tells how long it took and whether it ended well; one that the portal's stop broke off tells nothing. */
export function timedDuty(duty: Duty, metrics: Pick<Metrics, 'duty'>): Duty {
  return {
    ...duty,
    async run(signal) {
      const started = performance.now();
      const ended = (isWell: boolean) =>
        metrics.duty(duty.name, isWell, (performance.now() - started) / 1_000);
      try {
        const result = await duty.run(signal);
        ended(true);
        return result;
      } catch (error) {
        if (!signal.aborted) ended(false);
        throw error;
      }
    },
  };
}
