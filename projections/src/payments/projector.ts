import { type Claimant, type DisputeStatus, retryOf } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  boolean,
  derived,
  type GivenOf,
  instant,
  integer,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { type DataOf, defineProjection } from '../runtime/definition.ts';
import { dated, edits } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** A refund of a payment, in cents. `of`: `order <id>`, `invoice <id>`, or null for unallocated money. */
export interface PaymentRefundFact {
  readonly of: string | null;
  readonly cents: number;
  readonly state: 'requested' | 'refunded' | 'failed';
  /** Not requested here; absent for a requested one. */
  readonly fromProvider?: boolean | undefined;
}

/** A dispute of a payment, in cents. `taken`: what a lost one took back, as {@link PaymentRefundFact}'s `of`. */
export interface PaymentDisputeFact {
  readonly cents: number;
  readonly reason: string | null;
  readonly state: DisputeStatus;
  readonly taken: readonly { readonly of: string | null; readonly cents: number }[];
}

const columns = {
  /** The attempt's id. */
  id: text,
  account_id: text,
  /** Payer; null for automatic payment. */
  user_id: optional(text),
  /** `card_form`, `saved_card` or `auto_pay`. */
  how: text,
  /** Outcome of the attempt: `started`, `declined`, `failed` or `succeeded`. */
  attempt: text,
  /** As shown: `attempt`, or `refunded` (in full), or `disputed`. */
  status: derived(text),
  amount_cents: integer,
  claimed_cents: integer,
  /** Neither allocated nor refunded. */
  unclaimed_cents: derived(integer),
  refunded_cents: derived(integer),
  /** By refund id. */
  refunds: json<Readonly<Record<string, PaymentRefundFact>>>(),
  /** A refund was requested and has no outcome yet. */
  refund_pending: derived(boolean),
  /** A refund failed, and neither a retry nor other refunds returned the money. */
  refund_failed: derived(boolean),
  /** The provider refunded it without saying which of its several invoices (rule B44). */
  refund_split: derived(boolean),
  /** By dispute id. */
  disputes: json<Readonly<Record<string, PaymentDisputeFact>>>(),
  /** The bank decides about it now. */
  disputed: derived(boolean),
  /** Taken back by lost disputes. */
  taken_cents: derived(integer),
  /** The provider's fees for disputes. */
  dispute_fee_cents: integer,
  /** Real money (rule B24). */
  livemode: boolean,
  /** The provider's; null until recorded. */
  intent_id: optional(text),
  order_id: optional(text),
  invoice_ids: json<readonly string[]>(),
  /** Why it was declined or failed. */
  message: optional(text),
  card_brand: optional(text),
  card_last4: optional(text),
  created_at: instant,
  updated_at: instant,
  search: derived(text),
};

type Row = GivenOf<typeof columns>;

/** Failed refunds whose money neither a retry nor other refunds returned, by id. */
export function failedRefunds({
  id,
  amount_cents: amount,
  refunds,
}: Pick<Row, 'id' | 'amount_cents' | 'refunds'>): readonly (readonly [string, PaymentRefundFact])[] {
  const given = sumCents(
    Object.values(refunds).flatMap(({ state, cents }) => (state === 'failed' ? [] : [cents])),
  );
  return Object.entries(refunds).filter(
    ([refundId, { state, cents }]) =>
      state === 'failed' && !Object.hasOwn(refunds, retryOf(id, refundId)) && amount - given >= cents,
  );
}

/** A payment that the bank took back stays disputed, so that nobody takes it for money (rule B43). */
function statusOf({ attempt, amount_cents }: Row, isTakenBack: boolean, refundedCents: number): string {
  if (attempt !== 'succeeded') return attempt;
  if (isTakenBack) return 'disputed';
  return refundedCents >= amount_cents ? 'refunded' : 'succeeded';
}

/** One row per attempt to pay. Amounts in cents. */
export const paymentsTable = defineTable({
  name: 'payments',
  key: 'id',
  columns,
  indexes: [
    '(created_at, id)',
    '(account_id, created_at)',
    '(intent_id)',
    '(status, created_at, id)',
    '(updated_at) WHERE refund_pending',
    '(updated_at) WHERE refund_failed',
    '(updated_at) WHERE refund_split',
    "(created_at) WHERE disputes <> '{}'",
    '(id) WHERE unclaimed_cents > 0',
  ],
  derive: (row) => {
    const refunds = Object.values(row.refunds);
    const back = (some: readonly PaymentRefundFact[]) => some.reduce((sum, { cents }) => sum + cents, 0);
    const refunded = refunds.filter(({ state }) => state === 'refunded');
    const paid = row.attempt === 'succeeded' ? row.amount_cents : 0;
    const disputes = Object.values(row.disputes);
    const taken = disputes.flatMap((dispute) => dispute.taken);
    const takenUnclaimed = sumCents(taken.filter(({ of }) => of === null).map(({ cents }) => cents));
    const gone = back(refunded.filter(({ of }) => of === null)) + takenUnclaimed;
    const unclaimed = paid - row.claimed_cents - gone;
    const refundedCents = back(refunded);
    const takenCents = sumCents(taken.map(({ cents }) => cents));
    const isDisputed = disputes.some(({ state }) => state === 'open');
    return {
      status: statusOf(row, isDisputed || takenCents > 0, refundedCents),
      refunded_cents: refundedCents,
      disputed: isDisputed,
      taken_cents: takenCents,
      unclaimed_cents: Math.max(0, unclaimed),
      refund_split: row.invoice_ids.length > 1 && refunded.some(({ fromProvider }) => fromProvider === true),
      refund_failed: failedRefunds(row).length > 0,
      refund_pending: refunds.some(({ state }) => state === 'requested'),
      search: searchText(row.id, row.intent_id, row.order_id, ...row.invoice_ids, row.card_last4),
    };
  },
});

const edit = edits(paymentsTable, 'payments', 'attemptId', dated);

const nameOf = (claimant: Claimant | null) => (claimant === null ? null : `${claimant.kind} ${claimant.id}`);

const refund =
  (state: PaymentRefundFact['state']) =>
  (
    {
      refundId,
      of,
      amountCents: cents,
    }: Pick<DataOf<'PaymentRefunded'>, 'attemptId' | 'refundId' | 'of' | 'amountCents'>,
    { refunds }: Row,
  ) => ({
    refunds: {
      ...refunds,
      [refundId]: {
        of: nameOf(of),
        cents,
        state,
        ...(state === 'requested' || (refunds[refundId] && refunds[refundId].fromProvider !== true)
          ? {}
          : { fromProvider: true }),
      },
    },
  });

const dispute = ({ disputes }: Row, id: string, fact: PaymentDisputeFact) => ({
  disputes: { ...disputes, [id]: fact },
});

/** Attempts to pay with purpose, outcome, refunds and card. */
export const payments = defineProjection({
  name: 'payments',
  version: 3,
  personal: false,
  tables: { payments: paymentsTable },
  handlers: {
    PaymentStarted: (data, rows, { metadata }) =>
      rows.payments.put({
        id: data.attemptId,
        account_id: data.accountId,
        user_id: data.userId,
        how: data.how,
        attempt: 'started',
        amount_cents: data.amountCents,
        claimed_cents: 0,
        refunds: {},
        disputes: {},
        dispute_fee_cents: 0,
        livemode: data.livemode,
        intent_id: null,
        order_id: data.shares.find(({ kind }) => kind === 'order')?.id ?? null,
        invoice_ids: data.shares.filter(({ kind }) => kind === 'invoice').map(({ id }) => id),
        message: null,
        card_brand: null,
        card_last4: null,
        created_at: metadata.recordedAt,
        updated_at: metadata.recordedAt,
      }),
    PaymentIntentRecorded: edit(({ intentId }) => ({ intent_id: intentId })),
    PaymentDeclined: edit(({ message }) => ({ attempt: 'declined', message })),
    PaymentFailed: edit(({ message }) => ({ attempt: 'failed', message })),
    PaymentSucceeded: edit(({ intentId, card }) => ({
      attempt: 'succeeded',
      intent_id: intentId,
      message: null,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
    })),
    PaymentClaimed: edit(
      ({ claimant: { kind, id }, amountCents }, { claimed_cents, order_id, invoice_ids }) => ({
        claimed_cents: claimed_cents + amountCents,
        order_id: kind === 'order' ? id : order_id,
        invoice_ids: kind === 'invoice' && !invoice_ids.includes(id) ? [...invoice_ids, id] : invoice_ids,
      }),
    ),
    PaymentRefundRequested: edit(refund('requested')),
    PaymentRefunded: edit(refund('refunded')),
    PaymentRefundFailed: edit(refund('failed')),
    PaymentRefundMoved: edit(({ refundId, movedRefundId, toInvoiceId, amountCents: cents }, { refunds }) => {
      const before = refunds[refundId];
      if (before === undefined) return {};
      const of = nameOf({ kind: 'invoice', id: toInvoiceId });
      const left = { ...before, cents: before.cents - cents };
      return { refunds: { ...refunds, [refundId]: left, [movedRefundId]: { ...before, of, cents } } };
    }),
    PaymentDisputed: edit(({ disputeId, amountCents: cents, reason, inquiry }, row) =>
      dispute(row, disputeId, { cents, reason, state: inquiry ? 'inquiry' : 'open', taken: [] }),
    ),
    PaymentDisputeClosed: edit(({ disputeId, amountCents: cents, outcome: state, taken }, row) =>
      dispute(row, disputeId, {
        cents,
        reason: row.disputes[disputeId]?.reason ?? null,
        state,
        taken: taken.map(({ of, amountCents }) => ({ of: nameOf(of), cents: amountCents })),
      }),
    ),
    PaymentDisputeFundsMoved: edit(({ feeCents }, { dispute_fee_cents }) => ({
      dispute_fee_cents: dispute_fee_cents + feeCents,
    })),
  },
});
