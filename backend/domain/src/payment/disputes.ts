import { asCents } from '../values/money.ts';
import type { PaymentCommand } from './commands.ts';
import type { DisputeStatus, PaymentEvent } from './events.ts';
import { centsOf, splitOverShares } from './refunds.ts';
import type { Dispute, StartedPayment } from './state.ts';

type RecordChargeback = Extract<PaymentCommand, { type: 'RecordChargeback' }>;

/**
 * A dispute only moves ahead in this order, so that late and repeated reports change nothing. One that was lost can
 * still be won, where the bank gives the money back after all.
 */
const STEP: Readonly<Record<DisputeStatus, number>> = {
  inquiry: 1,
  inquiry_closed: 2,
  open: 3,
  lost: 4,
  won: 5,
};

const isInquiry = (status: DisputeStatus) => status === 'inquiry' || status === 'inquiry_closed';
const isClosed = (status: DisputeStatus): status is 'inquiry_closed' | 'won' | 'lost' =>
  status !== 'inquiry' && status !== 'open';

/** Whether a report about a dispute says more than is known. */
export function isNews(known: DisputeStatus | null, reported: DisputeStatus): boolean {
  return known === null || STEP[reported] > STEP[known];
}

/**
 * Records a dispute as the provider reports it, with the steps that were not reported. Money that the provider gives
 * back after a lost dispute is taken from no share any more (rule B43).
 */
export function recordDispute(payment: StartedPayment, command: RecordChargeback): readonly PaymentEvent[] {
  const { disputeId, reason, today } = command;
  const { attemptId, accountId } = payment;
  const ids = { attemptId, accountId, disputeId };
  const amountCents = asCents(command.amountCents);
  const known: Dispute | undefined = payment.disputes.find((one) => one.disputeId === disputeId);
  const movements = command.movements.filter(
    (one) => !payment.disputeMovements.some(({ transactionId }) => transactionId === one.transactionId),
  );
  const status = statusAfter(payment, known, { ...command, amountCents, movements });
  const events: PaymentEvent[] = [];
  const isKnown = known !== undefined && (isInquiry(status) || !isInquiry(known.status));
  if (!isKnown) {
    const inquiry = isInquiry(status) ? { inquiry: true as const } : {};
    events.push({ type: 'PaymentDisputed', data: { ...ids, amountCents, reason, ...inquiry } });
  }
  const keptCents = amountCents - returnedCents(payment, disputeId, movements);
  const taken = status === 'lost' ? splitOverShares(withoutDispute(payment, disputeId), keptCents) : [];
  const returned = centsOf(known?.taken ?? []) - centsOf(taken);
  if (isClosed(status) && (status !== known?.status || returned !== 0)) {
    const outcome = { amountCents, outcome: status, taken: [...taken] };
    const givenBack = returned > 0 ? { returnedCents: returned } : {};
    events.push({
      type: 'PaymentDisputeClosed',
      data: { ...ids, ...outcome, ...givenBack, closedOn: today },
    });
  }
  for (const { transactionId, amountCents: moved, feeCents } of movements) {
    const data = { ...ids, transactionId, amountCents: asCents(moved), feeCents: asCents(feeCents) };
    events.push({ type: 'PaymentDisputeFundsMoved', data });
  }
  return events;
}

const withoutDispute = (payment: StartedPayment, disputeId: string): StartedPayment => ({
  ...payment,
  disputes: payment.disputes.filter((one) => one.disputeId !== disputeId),
});

/** Cents that the provider gave back for a dispute so far. */
const returnedCents = (
  { disputeMovements }: StartedPayment,
  disputeId: string,
  movements: RecordChargeback['movements'],
): number =>
  centsOf(
    [...disputeMovements.filter((one) => one.disputeId === disputeId), ...movements].filter(
      ({ amountCents }) => amountCents > 0,
    ),
  );

/** The status by a report and by what is known; a lost dispute whose money was all given back is won. */
function statusAfter(
  payment: StartedPayment,
  known: Dispute | undefined,
  { disputeId, status: reported, amountCents, movements }: RecordChargeback,
): DisputeStatus {
  const status = known !== undefined && !isNews(known.status, reported) ? known.status : reported;
  const isReturned = returnedCents(payment, disputeId, movements) >= amountCents;
  return status === 'lost' && isReturned ? 'won' : status;
}
