import { asCents } from '../values/money.ts';
import type { PaymentCommand } from './commands.ts';
import type { DisputeStatus, PaymentEvent } from './events.ts';
import { splitOverShares } from './refunds.ts';
import type { Dispute, StartedPayment } from './state.ts';

type RecordChargeback = Extract<PaymentCommand, { type: 'RecordChargeback' }>;

/** A dispute only moves ahead in this order, so that late and repeated reports change nothing. */
const STEP: Readonly<Record<DisputeStatus, number>> = {
  inquiry: 1,
  inquiry_closed: 2,
  open: 3,
  won: 4,
  lost: 4,
};

const isInquiry = (status: DisputeStatus) => status === 'inquiry' || status === 'inquiry_closed';
const isClosed = (status: DisputeStatus) => status !== 'inquiry' && status !== 'open';

/** Whether a report about a dispute says more than is known. */
export function isNews(known: DisputeStatus | null, reported: DisputeStatus): boolean {
  return known === null || STEP[reported] > STEP[known];
}

/** Records a dispute as the provider reports it, with the steps that were not reported (rule B43). */
export function recordDispute(payment: StartedPayment, command: RecordChargeback): readonly PaymentEvent[] {
  const { disputeId, reason, status, movements, today } = command;
  const { attemptId, accountId } = payment;
  const ids = { attemptId, accountId, disputeId };
  const amountCents = asCents(command.amountCents);
  const known: Dispute | undefined = payment.disputes.find((one) => one.disputeId === disputeId);
  const events: PaymentEvent[] = [];
  if (isNews(known?.status ?? null, status)) {
    const toldBefore = known !== undefined && (isInquiry(status) || !isInquiry(known.status));
    if (!toldBefore) {
      const inquiry = isInquiry(status) ? { inquiry: true as const } : {};
      events.push({ type: 'PaymentDisputed', data: { ...ids, amountCents, reason, ...inquiry } });
    }
    if (isClosed(status)) {
      const outcome = status as 'won' | 'lost' | 'inquiry_closed';
      const taken = outcome === 'lost' ? splitOverShares(payment, amountCents) : [];
      const data = { ...ids, amountCents, outcome, taken: [...taken], closedOn: today };
      events.push({ type: 'PaymentDisputeClosed', data });
    }
  }
  for (const { transactionId, amountCents: moved, feeCents } of movements) {
    if (payment.disputeMovements.includes(transactionId)) continue;
    const data = { ...ids, transactionId, amountCents: asCents(moved), feeCents: asCents(feeCents) };
    events.push({ type: 'PaymentDisputeFundsMoved', data });
  }
  return events;
}
