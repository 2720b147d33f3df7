import { v5 } from 'uuid';
import { notFound, unprocessable } from '../kernel/decider.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { PaymentCommand, RequestRefund } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { isDisputed, isSameClaimant, type Refund, type StartedPayment } from './state.ts';

/** The sum. */
export const centsOf = (amounts: readonly { readonly amountCents: number }[]) =>
  sumCents(amounts.map(({ amountCents }) => amountCents));

/** Cents of a share, or of unclaimed money (`of` null), that were refunded or are being refunded. */
function refundedCents(payment: StartedPayment, of: Claimant | null): number {
  return centsOf(
    payment.refunds.filter((refund) => refund.status !== 'failed' && isSameClaimant(refund.of, of)),
  );
}

/** Cents of a share, or of unclaimed money, that lost disputes took back. */
const takenCents = ({ disputes }: StartedPayment, of: Claimant | null): number =>
  centsOf(disputes.flatMap(({ taken }) => taken.filter((part) => isSameClaimant(part.of, of))));

/** Cents that are neither claimed, refunded nor taken back by the bank. */
export function unclaimedCents(payment: StartedPayment): number {
  const gone = refundedCents(payment, null) + takenCents(payment, null);
  return asCents(payment.amountCents - centsOf(payment.claims) - gone);
}

/**
 * Cents of a claimed share, or of unclaimed money (`of` null), that can still be refunded: none while the bank decides
 * about the payment (rule B43).
 */
export const refundableCents = (payment: StartedPayment, of: Claimant | null): number =>
  isDisputed(payment) ? 0 : leftOfShareCents(payment, of);

/** Cents of a claimed share, or of unclaimed money (`of` null), that were neither refunded nor taken back. */
export function leftOfShareCents(payment: StartedPayment, of: Claimant | null): number {
  if (payment.status !== 'succeeded') return 0;
  if (of === null) return Math.max(0, unclaimedCents(payment));
  const claimed = centsOf(payment.claims.filter(({ claimant }) => isSameClaimant(claimant, of)));
  return Math.max(0, asCents(claimed - refundedCents(payment, of) - takenCents(payment, of)));
}

/** The newest invoice first: ids of a company's invoices sort by month (invoiceIdFor). A payment of an order has one share. */
const byNewest = (one: { readonly claimant: Claimant }, other: { readonly claimant: Claimant }) =>
  one.claimant.id < other.claimant.id ? 1 : one.claimant.id > other.claimant.id ? -1 : 0;

/**
 * Splits money that left the payment at the provider: the newest share first, each at most what is left of it; what is
 * beyond them is unclaimed money (rules B43, B44). A refund that is only requested counts as left: the provider will
 * refuse it.
 */
export function splitOverShares(
  payment: StartedPayment,
  amountCents: number,
): readonly { readonly of: Claimant | null; readonly amountCents: number }[] {
  const refunded = payment.refunds.filter(({ status }) => status === 'refunded');
  const newestFirst = [...payment.claims].sort(byNewest);
  let left = asCents(amountCents);
  const parts: { of: Claimant | null; amountCents: number }[] = [];
  for (const { claimant, amountCents: share } of newestFirst) {
    const gone =
      centsOf(refunded.filter(({ of }) => isSameClaimant(of, claimant))) + takenCents(payment, claimant);
    const part = Math.min(left, Math.max(0, share - gone));
    if (part > 0) parts.push({ of: claimant, amountCents: part });
    left -= part;
  }
  return left > 0 ? [...parts, { of: null, amountCents: left }] : parts;
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
  const { refundId, of, amountCents, reason, rejection } = command;
  if (found(payment, refundId)) return [];
  const refuse = (message: string) => unprocessable(message, 'amount');
  if (payment.status !== 'succeeded')
    throw refuse('This payment has not succeeded. There is nothing to refund.');
  if (asCents(amountCents) <= 0) throw refuse('The refund must be more than $0.00.');
  const refundable = refundableCents(payment, of);
  if (isDisputed(payment)) throw refuse(DISPUTED);
  if (amountCents > refundable) {
    throw refuse(`At most ${formatDollars(refundable)} of this payment can be refunded.`);
  }
  const why = rejection === undefined ? { reason } : { reason, rejection };
  return [{ type: 'PaymentRefundRequested', data: { ...idsOf(payment), refundId, of, amountCents, ...why } }];
}

/** Why a disputed payment is not refunded (rule B43). */
export const DISPUTED =
  "The cardholder's bank disputes this payment, so it can't be refunded until the dispute is decided.";

/** Id of the part of a provider's refund after the first one. */
const partOf = (providerRefundId: string, index: number) =>
  index === 0 ? providerRefundId : `${providerRefundId}/${index + 1}`;

/** Whether a refund of the payment is one of the provider's, or a part of it. */
export const isOfProviderRefund = (
  { refundId, providerRefundId }: Pick<Refund, 'refundId' | 'providerRefundId'>,
  id: string,
): boolean => providerRefundId === id || refundId === id || refundId.startsWith(`${id}/`);

/** Whether a refund was made at the provider, as a whole or in part, and not requested here. */
export const isMadeAtProvider = ({ status, refundId, providerRefundId }: Refund): boolean =>
  status === 'refunded' &&
  providerRefundId !== null &&
  isOfProviderRefund({ refundId, providerRefundId: null }, providerRefundId);

/** A refund made at the provider, once, whatever its outcome became since. */
export function recordProviderRefund(
  payment: StartedPayment,
  { providerRefundId, amountCents }: Extract<PaymentCommand, { type: 'RecordProviderRefund' }>,
): readonly PaymentEvent[] {
  if (payment.refunds.some((refund) => isOfProviderRefund(refund, providerRefundId))) return [];
  return splitOverShares(payment, amountCents).map((part, index) => {
    const refundId = partOf(providerRefundId, index);
    return { type: 'PaymentRefunded', data: { ...idsOf(payment), refundId, ...part, providerRefundId } };
  });
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
  if (refund.status === 'failed' || refund.amountCents === 0) return [];
  const { refundId, of, amountCents } = refund;
  const data = { ...idsOf(payment), refundId, of, amountCents, message: command.message };
  return [{ type: 'PaymentRefundFailed', data }];
}
