import { type DisputeStatus, type OrderTax, orderNumber } from '@portal/domain';
import { type Day, sumCents } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  boolean,
  type Column,
  day,
  derived,
  type GivenOf,
  integer,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { created, edits, recordColumns } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** A line of the order's summary; cents. */
export interface OrderItemFact {
  readonly name: string;
  readonly cents: number;
}

/** A site or migration of the order; cents. */
export interface OrderEntryFact {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly outcome: 'waiting' | 'created' | 'rejected';
  /** Absent in older orders, where only the form has it. */
  readonly kind?: 'site' | 'migration' | undefined;
}

/** One row per order. */
export const ordersTable = defineTable({
  name: 'orders',
  key: 'id',
  columns: {
    id: text,
    /** Short, for people. */
    order_number: text,
    account_id: text,
    user_id: text,
    /** `site`, `migration` or `sites`. */
    kind: text,
    /** `unpaid`, `paid`, `fulfilled` or `rejected`. */
    status: text,
    items: json<readonly OrderItemFact[]>(),
    entries: json<readonly OrderEntryFact[]>(),
    total_cents: integer,
    /** Sales tax by state; empty for none, and of orders from before it was recorded. */
    taxes: json<readonly OrderTax[]>(),
    /** The payment it claimed. */
    payment_id: optional(text),
    /** Paid with test money (rule B24); false while unpaid. */
    test_mode: boolean,
    placed_on: day,
    paid_on: optional(day),
    ...recordColumns,
  },
  indexes: ['(account_id, created_at, id)', '(status, created_at, id)', '(created_at, id)'],
  derive: (row) => ({ search: searchText(row.order_number, ...row.entries.map(({ name }) => name)) }),
});

/** A refund requested here or at the card provider; cents. */
export interface RefundFact {
  readonly cents: number;
  readonly failed: boolean;
  /** ISO instant; null until the provider refunded it. */
  readonly refundedAt: string | null;
}

/** A dispute of the payment; cents. */
export interface OrderDisputeFact {
  readonly state: DisputeStatus;
  /** What a lost one took back, and, below 0, what the bank gave back later. */
  readonly moves: readonly { readonly day: Day; readonly cents: number }[];
}

const DISPUTES = ['open', 'inquiry', 'lost'] as const;
export const disputeState = text as Column<string> as Column<(typeof DISPUTES)[number]>;

/** One row per attempt to pay for an order, with its card, refunds and disputes. */
export const orderPaymentsTable = defineTable({
  name: 'order_payments',
  key: 'id',
  columns: {
    /** Attempt id. */
    id: text,
    /** Null while it is not known what the attempt is for. */
    order_id: optional(text),
    card_brand: optional(text),
    card_last4: optional(text),
    /** By refund id. */
    refunds: json<Readonly<Record<string, RefundFact>>>(),
    /** Cents refunded, pending refunds included. */
    refunded_cents: derived(integer),
    /** By dispute id. */
    disputes: json<Readonly<Record<string, OrderDisputeFact>>>(),
    /** The dispute that matters most; null for none, and once it was decided otherwise. */
    dispute: derived(optional(disputeState)),
    /** Cents that lost disputes took back. */
    taken_cents: derived(integer),
  },
  indexes: ['(order_id)'],
  derive: (row) => ({
    refunded_cents: sumCents(Object.values(row.refunds).map(({ cents, failed }) => (failed ? 0 : cents))),
    ...disputedBy(Object.values(row.disputes)),
  }),
});

/** Cents that a dispute took back and did not give back. */
export const takenCents = ({ moves }: OrderDisputeFact): number => sumCents(moves.map(({ cents }) => cents));

const disputedBy = (disputes: readonly OrderDisputeFact[]) => ({
  dispute: DISPUTES.find((wanted) => disputes.some(({ state }) => state === wanted)) ?? null,
  taken_cents: sumCents(disputes.map(takenCents)),
});

type OrderRow = GivenOf<typeof ordersTable.columns>;
type PaymentRow = GivenOf<typeof orderPaymentsTable.columns>;

const edit = edits(ordersTable, 'orders', 'orderId');

/** Rejected if all entries are; fulfilled if none waits; otherwise unchanged. */
function statusOf(order: Pick<OrderRow, 'status' | 'entries'>): string {
  if (order.entries.every(({ outcome }) => outcome === 'rejected')) return 'rejected';
  if (order.status === 'unpaid') return 'unpaid';
  return order.entries.some(({ outcome }) => outcome === 'waiting') ? 'paid' : 'fulfilled';
}

function withOutcome(order: OrderRow, ids: readonly string[], outcome: OrderEntryFact['outcome']): OrderRow {
  const these = new Set(ids);
  const entries = order.entries.map((entry) => (these.has(entry.id) ? { ...entry, outcome } : entry));
  return { ...order, entries, status: statusOf({ ...order, entries }) };
}

/** @param one kind of a single entry; undefined if only its erased form had it */
const kindOf = (entries: readonly unknown[], one: OrderEntryFact['kind']): string =>
  entries.length > 1 ? 'sites' : (one ?? 'site');

/** Records a refund of an order; one of unallocated money (`of` null) is not the order's. */
const refund =
  (state: 'requested' | 'refunded' | 'failed') =>
  (
    { attemptId, refundId, amountCents: cents, of }: Omit<DataOf<'PaymentRefunded'>, 'providerRefundId'>,
    rows: PaymentRows,
    { metadata }: PortalEnvelope,
  ) => {
    if (of === null) return;
    const refundedAt = state === 'refunded' ? metadata.recordedAt : null;
    const fact = { cents, failed: state === 'failed', refundedAt };
    editPayment(rows, attemptId, ({ refunds }) => ({ refunds: { ...refunds, [refundId]: fact } }));
  };

interface PaymentRows {
  readonly payments: Rows<PaymentRow>;
}

/** Changes an attempt that may be for an order; others have no row. */
const editPayment = (
  { payments }: PaymentRows,
  attemptId: string,
  change: (payment: PaymentRow) => Partial<PaymentRow>,
) => payments.upsert(attemptId, (payment) => payment && { ...payment, ...change(payment) });

const NO_DISPUTE: OrderDisputeFact = { state: 'open', moves: [] };

const dispute = (
  rows: PaymentRows,
  { attemptId, disputeId: id }: { readonly attemptId: string; readonly disputeId: string },
  change: (before: OrderDisputeFact) => OrderDisputeFact,
) =>
  editPayment(rows, attemptId, ({ disputes }) => ({
    disputes: { ...disputes, [id]: change(disputes[id] ?? NO_DISPUTE) },
  }));

/** Orders with their outcome, payment, refunds and disputes. */
export const orders = defineProjection({
  name: 'orders',
  version: 4,
  personal: true,
  tables: { orders: ordersTable, payments: orderPaymentsTable },
  handlers: {
    OrderPlaced: (
      { orderId, accountId, userId, entries, forms, items, totalCents, taxes, placedOn },
      rows,
      envelope,
    ) => {
      const [first] = Array.isArray(forms) ? forms : [];
      rows.orders.put({
        id: orderId,
        order_number: orderNumber(orderId),
        account_id: accountId,
        user_id: userId,
        kind: kindOf(entries, entries[0]?.kind ?? first?.kind),
        status: totalCents > 0 ? 'unpaid' : 'paid',
        items: items.map(({ name, priceCents }) => ({ name, cents: priceCents })),
        entries: entries.map(({ id, name, priceCents, kind }) => ({
          id,
          name,
          cents: priceCents,
          outcome: 'waiting',
          kind,
        })),
        total_cents: totalCents,
        taxes: taxes ?? [],
        payment_id: null,
        test_mode: false,
        placed_on: placedOn,
        paid_on: null,
        ...created(envelope),
      });
    },
    OrderPaid: edit(({ paymentId, livemode, paidOn }) => ({
      status: 'paid',
      payment_id: paymentId,
      test_mode: !livemode,
      paid_on: paidOn,
    })),
    OrderItemFulfilled: edit(({ id }, order) => withOutcome(order, [id], 'created')),
    OrderRejected: edit(({ entryIds }, order) => withOutcome(order, entryIds, 'rejected')),
    CompanyDataErased: ({ orderIds }, rows) => {
      for (const orderId of orderIds) {
        rows.orders.upsert(
          orderId,
          (order) => order && { ...order, kind: kindOf(order.entries, order.entries[0]?.kind) },
        );
      }
    },
    PaymentStarted: ({ attemptId, shares }, rows) => {
      const order = shares.find(({ kind }) => kind === 'order');
      if (order === undefined && shares.length > 0) return;
      rows.payments.put({
        id: attemptId,
        order_id: order?.id ?? null,
        card_brand: null,
        card_last4: null,
        refunds: {},
        disputes: {},
      });
    },
    PaymentSucceeded: ({ attemptId, card }, rows) =>
      editPayment(rows, attemptId, () => ({
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
      })),
    PaymentClaimed: ({ attemptId, claimant: { kind, id } }, rows) => {
      if (kind === 'order') editPayment(rows, attemptId, () => ({ order_id: id }));
    },
    PaymentRefundRequested: refund('requested'),
    PaymentRefunded: refund('refunded'),
    PaymentRefundFailed: refund('failed'),
    PaymentDisputed: (data, rows) =>
      dispute(rows, data, (before) => ({ ...before, state: data.inquiry ? 'inquiry' : 'open' })),
    PaymentDisputeClosed: (data, rows) => {
      const { outcome: state, taken, closedOn: day } = data;
      const own = taken.filter(({ of }) => of?.kind === 'order').map(({ amountCents }) => amountCents);
      dispute(rows, data, (before) => {
        const cents = sumCents(own) - takenCents(before);
        return { state, moves: cents === 0 ? before.moves : [...before.moves, { day, cents }] };
      });
    },
  },
});
