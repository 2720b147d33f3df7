import { isNews } from '../payment/disputes.ts';
import type { Day } from '../values/days.ts';
import { asCents } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import { takenBackCents } from './disputes.ts';
import type { InvoiceEvent } from './events.ts';
import { duesCents, paidCents, writtenOffCents } from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

/** Records what the bank says about a card payment of the invoice, whatever was reported before (rule B43). */
export function recordDispute(
  invoice: IssuedInvoice,
  { paymentId, disputeId, status, amountCents, today }: InvoiceCommandOf<'RecordInvoiceDispute'>,
): readonly InvoiceEvent[] {
  const known = invoice.disputes.find((one) => one.disputeId === disputeId)?.status ?? null;
  const cents = asCents(amountCents);
  if (known === null && cents === 0) return [];
  if (!invoice.payments.some((one) => one.paymentId === paymentId)) return [];
  const dispute = { ...idsOf(invoice), paymentId, disputeId };
  if (known === 'lost' && (status === 'lost' || status === 'won')) {
    const keeps = status === 'won' ? 0 : cents;
    const returned = takenBackCents(invoice.payments, disputeId) - keeps;
    if (returned <= 0) return [];
    const data = { ...dispute, amountCents: returned, reinstatedOn: today };
    return [{ type: 'InvoicePaymentReinstated', data }, ...notNeeded(invoice, disputeId, returned, today)];
  }
  if (!isNews(known, status)) return [];
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
      if (cents === 0) return [{ type: 'InvoiceDisputeClosed', data: { ...dispute, outcome: 'won' } }];
      return [{ type: 'InvoicePaymentTakenBack', data: { ...dispute, amountCents: cents, takenOn: today } }];
  }
}

const GIVEN_BACK = 'The bank gave money back that a lost dispute had taken.';

/**
 * What becomes of money given back that the invoice does not need any more, because it was paid again, written off or
 * voided: it takes a write-off back, and the rest is account credit.
 */
function notNeeded(
  invoice: IssuedInvoice,
  disputeId: string,
  returned: number,
  today: Day,
): readonly InvoiceEvent[] {
  const due = invoice.status === 'voided' ? 0 : duesCents(invoice);
  const tooMuch = Math.min(returned, asCents(paidCents(invoice) + returned - due));
  if (tooMuch <= 0) return [];
  const unwritten = Math.min(tooMuch, writtenOffCents(invoice));
  const amountCents = tooMuch - unwritten;
  const reversed = { ...idsOf(invoice), amountCents: unwritten, reversedOn: today, reason: GIVEN_BACK };
  const takenBack: readonly InvoiceEvent[] =
    unwritten === 0 ? [] : [{ type: 'InvoiceWriteOffReversed', data: reversed }];
  if (amountCents === 0) return takenBack;
  // a part given back later is a credit of its own
  const given = invoice.credits.filter(({ creditId }) => creditId.startsWith(disputeId)).length;
  const creditId = given === 0 ? disputeId : `${disputeId}/${given + 1}`;
  const credit = { creditId, amountCents, surplus: true, reason: null } as const;
  return [...takenBack, { type: 'InvoiceCredited', data: { ...idsOf(invoice), ...credit } }];
}
