import { v5 } from 'uuid';
import { notFound, unprocessable } from '../kernel/decider.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { PaymentCommand, RequestRefund } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { isSameClaimant, type Refund, type StartedPayment } from './state.ts';

const centsOf = (amounts: readonly { readonly amountCents: number }[]) =>
  sumCents(amounts.map(({ amountCents }) => amountCents));

/** Cents of a share, or of unclaimed money (`of` null), that were refunded or are being refunded. */
function refundedCents(payment: StartedPayment, of: Claimant | null): number {
  return centsOf(
    payment.refunds.filter((refund) => refund.status !== 'failed' && isSameClaimant(refund.of, of)),
  );
}

/** Cents that are neither claimed nor refunded. */
export function unclaimedCents(payment: StartedPayment): number {
  return asCents(payment.amountCents - centsOf(payment.claims) - refundedCents(payment, null));
}

/** Cents of a claimed share, or of unclaimed money (`of` null), that can still be refunded. */
export function refundableCents(payment: StartedPayment, of: Claimant | null): number {
  if (payment.status !== 'succeeded') return 0;
  if (of === null) return Math.max(0, unclaimedCents(payment));
  const claimed = centsOf(payment.claims.filter(({ claimant }) => isSameClaimant(claimant, of)));
  return Math.max(0, asCents(claimed - refundedCents(payment, of)));
}

/** UUID namespace of retried refunds. */
const RETRIES = '5a7e3c90-2f46-5d18-9b0c-6e4d8a1f7c35';

/**
 * Id of the retry of a failed refund. Derived, so that repeated and concurrent retries are one refund; the
 * idempotency key comes from it.
 */
export const retryOf = (attemptId: string, refundId: string): string =>
  v5(`${attemptId}/${refundId}`, RETRIES);

const idsOf = ({ attemptId, accountId }: StartedPayment) => ({ attemptId, accountId });
const found = (payment: StartedPayment, id: string): Refund | undefined =>
  payment.refunds.find(({ refundId }) => refundId === id);

export function requestRefund(payment: StartedPayment, command: RequestRefund): readonly PaymentEvent[] {
  const { refundId, of, amountCents, reason } = command;
  if (found(payment, refundId)) return [];
  const refuse = (message: string) => unprocessable(message, 'amount');
  if (payment.status !== 'succeeded')
    throw refuse('This payment has not succeeded. There is nothing to refund.');
  if (asCents(amountCents) <= 0) throw refuse('The refund must be more than $0.00.');
  const refundable = refundableCents(payment, of);
  if (amountCents > refundable) {
    throw refuse(`At most ${formatDollars(refundable)} of this payment can be refunded.`);
  }
  return [{ type: 'PaymentRefundRequested', data: { ...idsOf(payment), refundId, of, amountCents, reason } }];
}

/** The provider's report is a fact: each refund is recorded once, requested or not. */
export function recordRefund(
  payment: StartedPayment,
  command: Extract<PaymentCommand, { type: 'RecordRefund' }>,
): readonly PaymentEvent[] {
  const { refundId, of, amountCents, providerRefundId } = command;
  const known = payment.refunds.some(
    (refund) =>
      refund.status === 'refunded' &&
      (refund.refundId === refundId || refund.providerRefundId === providerRefundId),
  );
  if (known) return [];
  const data = { ...idsOf(payment), refundId, of, amountCents: asCents(amountCents), providerRefundId };
  return [{ type: 'PaymentRefunded', data }];
}

export function recordRefundFailure(
  payment: StartedPayment,
  command: Extract<PaymentCommand, { type: 'RecordRefundFailure' }>,
): readonly PaymentEvent[] {
  const refund = found(payment, command.refundId);
  if (!refund) throw notFound('Refund not found');
  // also after `refunded`: a bank can send a refund back
  if (refund.status === 'failed') return [];
  const { refundId, of, amountCents } = refund;
  const data = { ...idsOf(payment), refundId, of, amountCents, message: command.message };
  return [{ type: 'PaymentRefundFailed', data }];
}
