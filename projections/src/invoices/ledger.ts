import { type Day, dayOfInstant, sumCents } from '@portal/domain/values';
import type { InvoiceRow } from './query.ts';

/** A change of an account's balance. */
export interface LedgerEntry {
  readonly day: Day;
  readonly kind: 'invoice' | 'canceled' | 'payment' | 'reversal' | 'refund' | 'credit';
  readonly invoice_id: string;
  readonly invoice_number: string;
  /** Null if no money moved. */
  readonly method: 'card' | 'check' | 'ach' | null;
  /** Check number or ACH trace. */
  readonly reference: string | null;
  /** Change of what is owed, in cents. */
  readonly charge_cents: number;
  /** Paid, or given back if negative, in cents. */
  readonly payment_cents: number;
}

const ORDER = ['invoice', 'canceled', 'payment', 'reversal', 'refund', 'credit'];

/**
 * All changes of an account's balance, the earliest first. An invoice charges its own lines only: amounts from earlier
 * invoices were charged there, and a credit counts when it is given. So charges less payments is the open amount less
 * unused credits. A refund reduces charge and payment alike. Credit for overpayment is part of the payment.
 * @param timeZone determines the day of an instant (BILLING_TZ)
 */
export function ledgerOf(invoices: readonly InvoiceRow[], timeZone: string): readonly LedgerEntry[] {
  const entries = invoices.flatMap((invoice) => entriesOf(invoice, timeZone));
  return entries.sort(
    (a, b) =>
      compare(a.day, b.day) || compare(rank(a), rank(b)) || compare(a.invoice_number, b.invoice_number),
  );
}

const rank = ({ kind }: LedgerEntry) => ORDER.indexOf(kind);
const compare = <T extends string | number>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1);

function entriesOf(invoice: InvoiceRow, timeZone: string): readonly LedgerEntry[] {
  const { id: invoice_id, invoice_number, payments, refunds, credits } = invoice;
  const entry = (
    part: Pick<LedgerEntry, 'day' | 'kind' | 'charge_cents' | 'payment_cents'> & Partial<LedgerEntry>,
  ) => ({
    invoice_id,
    invoice_number,
    method: null,
    reference: null,
    ...part,
  });
  const entries: LedgerEntry[] = [
    entry({
      day: invoice.invoice_date,
      kind: 'invoice',
      charge_cents: invoice.charges_cents,
      payment_cents: 0,
    }),
  ];
  if (invoice.voided_at !== null) {
    const day = dayOfInstant(invoice.voided_at, timeZone);
    entries.push(entry({ day, kind: 'canceled', charge_cents: -invoice.charges_cents, payment_cents: 0 }));
  }
  for (const { paidOn: day, method, reference, amountCents, reversedOn } of payments) {
    if (method === 'none') continue;
    const money = { method, reference, charge_cents: 0 };
    entries.push(entry({ ...money, day, kind: 'payment', payment_cents: amountCents }));
    if (reversedOn === null) continue;
    entries.push(entry({ ...money, day: reversedOn, kind: 'reversal', payment_cents: -amountCents }));
  }
  for (const { status, refundedOn: day, method, amountCents } of refunds) {
    if (status !== 'refunded' || day === null) continue;
    entries.push(
      entry({ day, kind: 'refund', method, charge_cents: -amountCents, payment_cents: -amountCents }),
    );
  }
  for (const { givenAt, amountCents, surplus } of credits) {
    if (surplus) continue;
    const day = dayOfInstant(givenAt, timeZone);
    entries.push(entry({ day, kind: 'credit', charge_cents: -amountCents, payment_cents: 0 }));
  }
  return entries;
}

/** Charges less payments, in cents. */
export function balanceAfter(entries: readonly LedgerEntry[]): number {
  return sumCents(entries.map(({ charge_cents, payment_cents }) => charge_cents - payment_cents));
}
