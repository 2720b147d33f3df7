import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { leftOfCredit } from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

/** Id of the refund that a share of a payout is on its invoice. */
export const payoutRefundId = (payoutId: string, invoiceId: string): string => `${payoutId}_${invoiceId}`;

const isDeclined = ({ declined }: IssuedInvoice, payoutId: string) => declined.includes(payoutId);

/** Takes the share of a payout from the invoice's credits as a whole, or declines it where one was used in the meantime. */
export function payOutCredit(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'PayOutInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const { payoutId, credits, amountCents, method, refundedOn, reference, reason } = command;
  const refundId = payoutRefundId(payoutId, invoice.invoiceId);
  if (isDeclined(invoice, payoutId) || invoice.refunds.some((refund) => refund.refundId === refundId))
    return [];
  const fits = credits.every(({ creditId, amountCents: cents }) => {
    const credit = invoice.credits.find((given) => given.creditId === creditId);
    return credit !== undefined && cents <= leftOfCredit(credit).leftCents;
  });
  if (!fits) return [{ type: 'InvoicePayoutDeclined', data: { ...idsOf(invoice), payoutId } }];
  const data = { refundId, payoutId, method, amountCents, refundedOn, reference, reason };
  return [{ type: 'InvoiceRefunded', data: { ...idsOf(invoice), ...data, creditPaidOut: [...credits] } }];
}

/** Gives back what a payout took, or declines a share that was not taken yet. */
export function returnPayout(
  invoice: IssuedInvoice,
  { payoutId, message, reversal }: InvoiceCommandOf<'ReturnInvoicePayout'>,
): readonly InvoiceEvent[] {
  const refundId = payoutRefundId(payoutId, invoice.invoiceId);
  const refund = invoice.refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) {
    if (isDeclined(invoice, payoutId)) return [];
    return [{ type: 'InvoicePayoutDeclined', data: { ...idsOf(invoice), payoutId } }];
  }
  if (refund.status === 'failed') return [];
  const ids = { ...idsOf(invoice), refundId };
  if (reversal === null) return [{ type: 'InvoiceRefundFailed', data: { ...ids, message } }];
  const { amountCents } = refund;
  const data = { ...ids, payoutId, amountCents, reversedOn: reversal.today, reason: message };
  return [{ type: 'InvoicePayoutReversed', data }];
}
