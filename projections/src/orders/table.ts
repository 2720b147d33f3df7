import type { DisputeStatus } from '@portal/domain';
import { type Day, sumCents } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, type Column, day, integer, json, optional, text } from '../runtime/columns.ts';
import { recordColumns } from '../runtime/fields.ts';
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
    /** The payment it claimed. */
    payment_id: optional(text),
    /** Paid with test money (rule B24); false while unpaid. */
    test_mode: boolean,
    placed_on: day,
    paid_on: optional(day),
    ...recordColumns,
  },
  indexes: ['(account_id, created_at, id)', '(status, created_at, id)', '(created_at, id)'],
  derive: (row) => ({
    ...row,
    search: searchText(row.order_number, ...row.entries.map(({ name }) => name)),
  }),
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
    refunded_cents: integer,
    /** By dispute id. */
    disputes: json<Readonly<Record<string, OrderDisputeFact>>>(),
    /** The dispute that matters most; null for none, and once it was decided otherwise. */
    dispute: optional(disputeState),
    /** Cents that lost disputes took back. */
    taken_cents: integer,
  },
  indexes: ['(order_id)'],
  derive: (row) => ({
    ...row,
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
