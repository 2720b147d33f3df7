import { isNews } from '../payment/disputes.ts';
import { asCents } from '../values/money.ts';
import type { RecordInvoiceDispute } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

/** Records what the bank says about a card payment of the invoice, whatever was reported before (rule B43). */
export function recordDispute(
  invoice: IssuedInvoice,
  { paymentId, disputeId, status, amountCents, today }: RecordInvoiceDispute,
): readonly InvoiceEvent[] {
  const known = invoice.disputes.find((one) => one.disputeId === disputeId)?.status ?? null;
  if (!isNews(known, status) || !invoice.payments.some((one) => one.paymentId === paymentId)) return [];
  const dispute = { ...idsOf(invoice), paymentId, disputeId };
  const cents = asCents(amountCents);
  switch (status) {
    case 'inquiry':
    case 'open': {
      const inquiry = status === 'inquiry' ? { inquiry: true as const } : {};
      return [{ type: 'InvoicePaymentDisputed', data: { ...dispute, amountCents: cents, ...inquiry } }];
    }
    case 'inquiry_closed':
    case 'won':
      return [{ type: 'InvoiceDisputeClosed', data: { ...dispute, outcome: status } }];
    case 'lost':
      return [{ type: 'InvoicePaymentTakenBack', data: { ...dispute, amountCents: cents, takenOn: today } }];
  }
}
