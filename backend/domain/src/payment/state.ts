import { type ByType, byType } from '../kernel/byType.ts';
import type { Decline, PaymentHow, PaymentShare } from './commands.ts';
import type { Claimant, DisputeStatus, PaymentEvent } from './events.ts';

export interface Claim {
  readonly claimant: Claimant;
  readonly amountCents: number;
  /** Of an order: the sales tax in it; absent for none. */
  readonly taxCents?: number | undefined;
}

export interface Refund {
  readonly refundId: string;
  readonly of: Claimant | null;
  readonly amountCents: number;
  readonly status: 'requested' | 'refunded' | 'failed';
  readonly providerRefundId: string | null;
  /** Of the request; null without one. */
  readonly reason: string | null;
  /** Of rejected entries of an order. */
  readonly rejection: boolean;
}

export interface Dispute {
  readonly disputeId: string;
  readonly amountCents: number;
  readonly status: DisputeStatus;
  /** What it took back of each share once lost; `of` null: of unclaimed money. */
  readonly taken: readonly { readonly of: Claimant | null; readonly amountCents: number }[];
}

/** `started` and `declined` are open; `failed` has ended, unless the provider reports money after all. */
export interface StartedPayment {
  readonly status: 'started' | 'declined' | 'succeeded' | 'failed';
  readonly attemptId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  readonly how: PaymentHow;
  readonly shares: readonly PaymentShare[];
  readonly intentId: string | null;
  readonly lastDecline: Decline | null;
  readonly claims: readonly Claim[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
  /** The provider's transactions that moved disputed money; cents below 0 where it was withdrawn. */
  readonly disputeMovements: readonly {
    readonly disputeId: string;
    readonly transactionId: string;
    readonly amountCents: number;
  }[];
}

export type PaymentState = { readonly status: 'none' } | StartedPayment;

/** True while money may still be taken, so that no new attempt may start. */
export function isOpenPayment(payment: PaymentState): boolean {
  return payment.status === 'started' || payment.status === 'declined';
}

/** Whether the bank is deciding about the payment's money; an inquiry moves none. */
export const isDisputed = ({ disputes }: Pick<StartedPayment, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'open');

export function isSameClaimant(a: Claimant | null, b: Claimant | null): boolean {
  return a === null || b === null ? a === b : a.kind === b.kind && a.id === b.id;
}

const EVOLVE: ByType<Exclude<PaymentEvent, { type: 'PaymentStarted' }>, StartedPayment, StartedPayment> = {
  PaymentIntentRecorded: (payment, { data: { intentId } }) => ({ ...payment, intentId }),
  PaymentDeclined: (payment, { data: { chargeId, code, message } }) => ({
    ...payment,
    status: 'declined',
    lastDecline: { chargeId, code, message },
  }),
  PaymentSucceeded: (payment, { data: { intentId } }) => ({ ...payment, status: 'succeeded', intentId }),
  PaymentFailed: (payment) => ({ ...payment, status: 'failed' }),
  PaymentClaimed: (payment, { data: { claimant, amountCents, taxCents } }) => ({
    ...payment,
    claims: [...payment.claims, { claimant, amountCents, ...(taxCents === undefined ? {} : { taxCents }) }],
  }),
  PaymentRefundRequested: (payment, { data }) => withRefund(payment, data, 'requested'),
  PaymentRefunded: (payment, { data }) => withRefund(payment, data, 'refunded', data.providerRefundId),
  PaymentRefundFailed: (payment, { data }) => withRefund(payment, data, 'failed'),
  PaymentRefundMoved: (payment, { data: { refundId, movedRefundId, toInvoiceId, amountCents } }) => {
    const before = payment.refunds.find((refund) => refund.refundId === refundId);
    if (before === undefined) return payment;
    const left = putRefund(payment, { ...before, amountCents: before.amountCents - amountCents });
    const of = { kind: 'invoice', id: toInvoiceId } as const;
    return putRefund(left, { ...before, refundId: movedRefundId, of, amountCents });
  },
  PaymentDisputed: (payment, { data }) =>
    withDispute(payment, { ...data, status: data.inquiry ? 'inquiry' : 'open', taken: [] }),
  PaymentDisputeClosed: (payment, { data }) => withDispute(payment, { ...data, status: data.outcome }),
  PaymentDisputeFundsMoved: (payment, { data: { disputeId, transactionId, amountCents } }) => ({
    ...payment,
    disputeMovements: [...payment.disputeMovements, { disputeId, transactionId, amountCents }],
  }),
};

export function evolvePayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.type === 'PaymentStarted') {
    const { attemptId, accountId, amountCents, livemode, how, shares } = event.data;
    return {
      status: 'started',
      attemptId,
      accountId,
      amountCents,
      livemode,
      how,
      shares,
      intentId: null,
      lastDecline: null,
      claims: [],
      refunds: [],
      disputes: [],
      disputeMovements: [],
    };
  }
  if (state.status === 'none') return state;
  return byType(EVOLVE, state, event);
}

interface RefundData extends Pick<Refund, 'refundId' | 'of' | 'amountCents'> {
  readonly reason?: string | null;
  readonly rejection?: true | undefined;
}

/** The refund's outcome; only its request says why it was made. */
function withRefund(
  payment: StartedPayment,
  { refundId, of, amountCents, reason, rejection }: RefundData,
  status: Refund['status'],
  providerRefundId: string | null = null,
): StartedPayment {
  const known = payment.refunds.find((refund) => refund.refundId === refundId);
  return putRefund(payment, {
    refundId,
    of,
    amountCents,
    reason: reason ?? known?.reason ?? null,
    rejection: rejection ?? known?.rejection ?? false,
    status,
    providerRefundId,
  });
}

function withDispute(
  payment: StartedPayment,
  { disputeId, amountCents, status, taken }: Dispute,
): StartedPayment {
  const others = payment.disputes.filter((one) => one.disputeId !== disputeId);
  return { ...payment, disputes: [...others, { disputeId, amountCents, status, taken }] };
}

function putRefund(payment: StartedPayment, refund: Refund): StartedPayment {
  const others = payment.refunds.filter(({ refundId }) => refundId !== refund.refundId);
  return { ...payment, refunds: [...others, refund] };
}
