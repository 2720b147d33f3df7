import { orderNumber } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import type { RowOf } from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { created, edits } from '../runtime/fields.ts';
import {
  type OrderDisputeFact,
  type OrderEntryFact,
  orderPaymentsTable,
  ordersTable,
  takenCents,
} from './table.ts';

type OrderRow = RowOf<typeof ordersTable.columns>;
type PaymentRow = RowOf<typeof orderPaymentsTable.columns>;

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
  version: 3,
  personal: true,
  tables: { orders: ordersTable, payments: orderPaymentsTable },
  handlers: {
    OrderPlaced: (
      { orderId, accountId, userId, entries, forms, items, totalCents, placedOn },
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
        refunded_cents: 0,
        disputes: {},
        dispute: null,
        taken_cents: 0,
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
