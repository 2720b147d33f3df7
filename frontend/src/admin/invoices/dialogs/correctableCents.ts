import type { InvoiceDetail } from '@portal/contract';
import { centsFromDollars, sumCents } from '@portal/domain/values';

/** Cents of a paid invoice that were neither refunded, nor are about to be, nor credited. */
export function correctableCents(invoice: InvoiceDetail): number {
  const refunds = invoice.refunds.filter(({ status }) => status !== 'failed');
  const given = sumCents([
    centsFromDollars(invoice.credited_amount),
    ...refunds.map(({ amount }) => centsFromDollars(amount)),
  ]);
  return Math.max(0, centsFromDollars(invoice.total_amount) - given);
}
