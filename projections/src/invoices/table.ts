import type { Adjustment, BillTo, InvoiceLine } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { searchText } from '../query/searchText.ts';
import {
  bigint,
  boolean,
  type Column,
  cents,
  day,
  instant,
  integer,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** `pending` is what the deciders call open; `carried` is open on a later invoice. */
export type InvoiceStatus = 'pending' | 'paid' | 'canceled' | 'carried';

/** A line as it was issued, with the site it is associated with now (decisions B28). */
export interface ShownLine extends InvoiceLine {
  readonly siteName: string | null;
}

export interface ShownPayment {
  readonly method: 'card' | 'check' | 'ach' | 'none';
  readonly amountCents: number;
  readonly paidOn: Day;
  /** Check number or ACH trace. */
  readonly reference: string | null;
  readonly paymentId: string | null;
  /** Null unless it was paid by card. */
  readonly livemode: boolean | null;
}

export interface ShownRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly status: 'requested' | 'refunded' | 'failed';
  readonly method: 'card' | 'check' | 'ach';
  /** Null until the money went back. */
  readonly refundedOn: Day | null;
}

export interface ShownCredit {
  readonly creditId: string;
  readonly amountCents: number;
  /** ISO instant. */
  readonly givenAt: string;
  /** What other invoices took of it. */
  readonly applied: readonly { readonly toInvoiceId: string; readonly amountCents: number }[];
}

const status = text as Column<string> as Column<InvoiceStatus>;

/** One row an invoice, whatever became of it. Amounts in cents. */
export const invoicesTable = defineTable({
  name: 'invoices',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    /** The recipient (decisions B19). */
    user_id: optional(text),
    invoice_number: text,
    /** `2026-12`. */
    period: text,
    invoice_date: day,
    due_date: day,
    status,
    /** The Bill To block as it was issued; null once it was erased. */
    bill_to: optional(json<BillTo>()),
    company_name: optional(text),
    lines: json<readonly ShownLine[]>(),
    adjustments: json<readonly Adjustment[]>(),
    /** The lines alone, without what was taken over from earlier invoices. */
    charges_cents: cents,
    total_cents: cents,
    is_demo: boolean,
    /** An attempt that may still take money; null for none. */
    open_attempt: optional(text),
    auto_pay_tried: boolean,
    payment: optional(json<ShownPayment>()),
    paid_on: optional(day),
    refunds: json<readonly ShownRefund[]>(),
    refunded_cents: cents,
    credits: json<readonly ShownCredit[]>(),
    credited_cents: cents,
    voided_at: optional(instant),
    carried_to: optional(text),
    replaces: optional(text),
    replaced_by: optional(text),
    /** Reminders that went out, as `due_soon:3` or `overdue:7`. */
    reminders: json<readonly string[]>(),
    cut_seq: bigint,
    chain_hash: text,
    policy_version: integer,
    created_at: instant,
    updated_at: instant,
    /** Last revision of the invoice's stream. */
    revision: bigint,
    search: text,
  },
  indexes: [
    '(account_id, invoice_date DESC, invoice_number DESC)',
    '(account_id, status)',
    '(status, due_date, id)',
    '(invoice_date, id)',
    '(due_date, id)',
    '(invoice_number, id)',
    '(period, status)',
    '(created_at, id)',
    '(total_cents, id)',
    '(company_name, id)',
  ],
  derive: (row) => ({
    ...row,
    paid_on: row.payment?.paidOn ?? null,
    refunded_cents: sum(row.refunds.filter((refund) => refund.status === 'refunded')),
    credited_cents: sum(row.credits),
    search: searchText(row.invoice_number, row.company_name, row.bill_to?.name ?? null),
  }),
});

const sum = (amounts: readonly { readonly amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);
