import type { Decline, PaymentHow, PaymentShare } from './commands.ts';
import type { Claimant, DisputeStatus, PaymentEvent } from './events.ts';

export interface Claim {
  readonly claimant: Claimant;
  readonly amountCents: number;
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
  switch (event.type) {
    case 'PaymentIntentRecorded':
      return { ...state, intentId: event.data.intentId };
    case 'PaymentDeclined': {
      const { chargeId, code, message } = event.data;
      return { ...state, status: 'declined', lastDecline: { chargeId, code, message } };
    }
    case 'PaymentSucceeded':
      return { ...state, status: 'succeeded', intentId: event.data.intentId };
    case 'PaymentFailed':
      return { ...state, status: 'failed' };
    case 'PaymentClaimed': {
      const { claimant, amountCents } = event.data;
      return { ...state, claims: [...state.claims, { claimant, amountCents }] };
    }
    case 'PaymentRefundRequested':
      return withRefund(state, {
        ...refundOf(state, event.data),
        status: 'requested',
        providerRefundId: null,
      });
    case 'PaymentRefunded': {
      const { providerRefundId } = event.data;
      return withRefund(state, { ...refundOf(state, event.data), status: 'refunded', providerRefundId });
    }
    case 'PaymentRefundFailed':
      return withRefund(state, { ...refundOf(state, event.data), status: 'failed', providerRefundId: null });
    case 'PaymentRefundMoved': {
      const { refundId, movedRefundId, toInvoiceId, amountCents } = event.data;
      const before = state.refunds.find((refund) => refund.refundId === refundId);
      if (before === undefined) return state;
      const left = withRefund(state, { ...before, amountCents: before.amountCents - amountCents });
      const of = { kind: 'invoice', id: toInvoiceId } as const;
      return withRefund(left, { ...before, refundId: movedRefundId, of, amountCents });
    }
    case 'PaymentDisputed':
      return withDispute(state, {
        ...event.data,
        status: event.data.inquiry ? 'inquiry' : 'open',
        taken: [],
      });
    case 'PaymentDisputeClosed':
      return withDispute(state, { ...event.data, status: event.data.outcome });
    case 'PaymentDisputeFundsMoved': {
      const { disputeId, transactionId, amountCents } = event.data;
      const moved = { disputeId, transactionId, amountCents };
      return { ...state, disputeMovements: [...state.disputeMovements, moved] };
    }
  }
}

interface RefundData extends Pick<Refund, 'refundId' | 'of' | 'amountCents'> {
  readonly reason?: string | null;
  readonly rejection?: true | undefined;
}

/** What stays the same whatever becomes of a refund; only its request says why it was made. */
function refundOf(
  { refunds }: StartedPayment,
  { refundId, of, amountCents, reason, rejection }: RefundData,
): Omit<Refund, 'status' | 'providerRefundId'> {
  const known = refunds.find((refund) => refund.refundId === refundId);
  return {
    refundId,
    of,
    amountCents,
    reason: reason ?? known?.reason ?? null,
    rejection: rejection ?? known?.rejection ?? false,
  };
}

function withDispute(
  payment: StartedPayment,
  { disputeId, amountCents, status, taken }: Dispute,
): StartedPayment {
  const others = payment.disputes.filter((one) => one.disputeId !== disputeId);
  return { ...payment, disputes: [...others, { disputeId, amountCents, status, taken }] };
}

function withRefund(payment: StartedPayment, refund: Refund): StartedPayment {
  const others = payment.refunds.filter(({ refundId }) => refundId !== refund.refundId);
  return { ...payment, refunds: [...others, refund] };
}
