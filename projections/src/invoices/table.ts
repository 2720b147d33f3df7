import {
  type Actor,
  type Adjustment,
  type BillTo,
  type CreditMove,
  type InvoiceCorrection,
  type InvoiceCredit,
  type InvoiceDispute,
  type InvoiceLine,
  type InvoicePayment,
  type InvoiceRefund,
  keptCents,
  type LastReminder,
  leftOfCredit,
  type Settlement,
  standingPayments,
  type WriteOff,
  writtenOffCents,
} from '@portal/domain';
import { type Day, nameKey, sumCents } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  bigint,
  boolean,
  type Column,
  cents,
  day,
  derived,
  type GivenOf,
  instant,
  integer,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { recordColumns } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** `pending`: open in the deciders. `carried`: open on a later invoice. */
export type InvoiceStatus = 'pending' | 'paid' | 'written_off' | 'canceled' | 'carried';

/** An issued line with its current site (rule B28). */
export interface ShownLine extends InvoiceLine {
  readonly siteName: string | null;
}

export interface ShownRefund extends InvoiceRefund {
  /** Null until refunded. */
  readonly refundedOn: Day | null;
  /** Of a check or ACH. */
  readonly reference: string | null;
  /** Number of the invoice that it was moved from; absent where it was not moved. */
  readonly movedFrom?: string | undefined;
}

export interface ShownCredit extends InvoiceCredit {
  /** ISO instant. */
  readonly givenAt: string;
}

export interface ShownWriteOff extends WriteOff {
  /** The administrator, or a process. */
  readonly by: Actor;
}

/** A correction; contained in the lines unless made after the invoice was issued. */
export interface ShownCorrection extends InvoiceCorrection {
  readonly sinceIssue: boolean;
}

const status = text as Column<string> as Column<InvoiceStatus>;

const columns = {
  id: text,
  account_id: text,
  /** The recipient (rule B19). */
  user_id: optional(text),
  invoice_number: text,
  /** `2026-12`. */
  period: text,
  invoice_date: day,
  due_date: day,
  status,
  /** As issued; null once erased. */
  bill_to: optional(json<BillTo>()),
  company_name: optional(text),
  lines: json<readonly ShownLine[]>(),
  adjustments: json<readonly Adjustment[]>(),
  /** The oldest first. */
  corrections: json<readonly ShownCorrection[]>(),
  /** Lines alone, without amounts from earlier invoices. */
  charges_cents: cents,
  total_cents: cents,
  /** Of the total: sales tax. */
  tax_cents: cents,
  is_demo: boolean,
  /** A payment attempt without outcome. */
  open_attempt: optional(text),
  auto_pay_tried: boolean,
  /** The last try of automatic payment, and when it is tried again if it was declined. */
  auto_pay_retry: optional(json<{ readonly triedOn: Day; readonly on: Day }>()),
  /** In order, reversed ones included. */
  payments: json<readonly InvoicePayment[]>(),
  /** By the banks of cardholders, decided ones included. */
  disputes: json<readonly InvoiceDispute[]>(),
  /** Still to be paid; 0 unless pending, or canceled with credit to repay. */
  open_cents: cents,
  /** Its open amount was once too small for a card. */
  left_little: boolean,
  /** Method and day of the payment that settled it; null while not paid. */
  payment_kind: derived(optional(text as Column<string> as Column<InvoicePayment['method']>)),
  paid_on: derived(optional(day)),
  /** Received as demo money for a live invoice, or as live money for a demo invoice (rule B32). */
  other_mode_cents: derived(cents),
  refunds: json<readonly ShownRefund[]>(),
  refunded_cents: derived(cents),
  credits: json<readonly ShownCredit[]>(),
  credited_cents: derived(cents),
  /** Of its credits, what nothing has used: money of the live and of the demo mode, and recorded money, which is of neither. */
  unused_live_cents: derived(cents),
  unused_demo_cents: derived(cents),
  unused_recorded_cents: derived(cents),
  /** Credit of other invoices that paid it after it was issued, or was taken back, in order. */
  credit_moves: json<readonly CreditMove[]>(),
  moved_credit_cents: derived(cents),
  /** In order, with those taken back (rule B38). */
  write_offs: json<readonly ShownWriteOff[]>(),
  written_off_cents: derived(cents),
  /** Refunds of what was overpaid, which never was revenue. */
  surplus_refunded_cents: derived(cents),
  voided_at: optional(instant),
  carried_to: optional(text),
  /** Amount carried to `carried_to`. */
  carried_cents: cents,
  replaces: optional(text),
  replaced_by: optional(text),
  /** Reminders sent, as `due_soon:3` or `overdue:7`. */
  reminders: json<readonly string[]>(),
  last_reminder: optional(json<LastReminder>()),
  cut_seq: bigint,
  chain_hash: text,
  policy_version: integer,
  ...recordColumns,
};

type Row = GivenOf<typeof columns>;

/** The domain's view of an invoice's payments, refunds and credits. */
export const settlementOf = (row: Row): Settlement => ({
  ...row,
  isDemo: row.is_demo,
  totalCents: row.total_cents,
  carriedCents: row.carried_cents,
  creditMoves: row.credit_moves,
  writeOffs: row.write_offs,
});

/** One row per invoice, whatever its status. Amounts in cents. */
export const invoicesTable = defineTable({
  name: 'invoices',
  key: 'id',
  columns,
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
    '(company_name_key, id)',
    '(account_id) WHERE open_cents > 0',
    '(account_id) WHERE unused_live_cents + unused_demo_cents + unused_recorded_cents > 0',
  ],
  keys: { company_name: nameKey },
  derive: (row) => ({
    ...settledBy(row),
    other_mode_cents: otherModeCents(row),
    refunded_cents: refundedCents(row),
    // a moved payment is no credit that was given
    credited_cents: sum(row.credits.filter(({ moved }) => moved === undefined)),
    ...unusedCredit(row),
    moved_credit_cents: sum(row.credit_moves),
    written_off_cents: writtenOffCents({ writeOffs: row.write_offs }),
    surplus_refunded_cents: surplusRefundedCents(row),
    search: searchText(row.invoice_number, row.company_name, row.bill_to?.name ?? null),
  }),
});

function unusedCredit({ credits }: Row) {
  const left = credits.map((credit) => ({ isDemo: credit.isDemo, ...leftOfCredit(credit) }));
  const ofMode = (demo: boolean) =>
    sumCents(
      left
        .filter(({ isDemo }) => isDemo === demo)
        .map(({ leftCents, recordedCents }) => leftCents - recordedCents),
    );
  return {
    unused_live_cents: ofMode(false),
    unused_demo_cents: ofMode(true),
    unused_recorded_cents: sumCents(left.map(({ recordedCents }) => recordedCents)),
  };
}

function surplusRefundedCents({ credits, refunds }: Row): number {
  const done = new Set(refunds.filter(({ status }) => status === 'refunded').map(({ refundId }) => refundId));
  const paidOut = credits.filter(({ surplus }) => surplus).flatMap((credit) => credit.paidOut ?? []);
  return sum(paidOut.filter(({ refundId }) => done.has(refundId)));
}

const refundedCents = ({ refunds }: Row) => sum(refunds.filter(({ status }) => status === 'refunded'));

/** By its last payment, or by credit alone, with nothing to pay. */
function settledBy({ status, payments, credits, credit_moves: moves }: Row) {
  if (status !== 'paid') return { payment_kind: null, paid_on: null };
  // the share of a receipt that came after it was paid is credit as a whole
  const isCredit = ({ id, amountCents }: InvoicePayment) =>
    credits.some((credit) => credit.creditId === id && credit.amountCents === amountCents);
  const last = standingPayments(payments)
    .filter((payment) => !isCredit(payment))
    .at(-1);
  const credited = moves.at(-1)?.day ?? null;
  const paid = last?.paidOn ?? null;
  return {
    payment_kind: last?.method ?? ('none' as const),
    paid_on: paid === null || (credited !== null && credited > paid) ? credited : paid,
  };
}

/** A payment is demo money by the card's mode, or by the account's mode when it was recorded. */
function otherModeCents({ is_demo, payments }: Row): number {
  const isDemo = ({ method, livemode, isDemo: recorded }: InvoicePayment) =>
    method === 'card' ? livemode === false : (recorded ?? is_demo);
  return sumCents(
    standingPayments(payments)
      .filter((payment) => isDemo(payment) !== is_demo)
      .map(keptCents),
  );
}

const sum = (amounts: readonly { readonly amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);
