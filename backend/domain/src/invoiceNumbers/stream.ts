import { asPeriod, type Period } from '../billing/periods.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `invoiceNumbers-<YYYYMM>`: one stream a month; whoever is given a number is in it. */
export const invoiceNumberStreams = streamCategory('invoiceNumbers');

/** The stream that hands out the numbers of a period. */
export function invoiceNumbersStream(period: Period): string {
  return invoiceNumberStreams.streamOf(asPeriod(period).replace('-', ''));
}
