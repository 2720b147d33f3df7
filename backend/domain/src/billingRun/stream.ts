import { asPeriod, type Period } from '../billing/periods.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `billingRun-<YYYY-MM>`: one stream a billed month. */
export const billingRunStreams = streamCategory('billingRun');

export function billingRunStream(period: Period): string {
  return billingRunStreams.streamOf(asPeriod(period));
}
export const billedPeriodOf = billingRunStreams.idOf;
