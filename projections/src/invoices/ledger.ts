import { creditNoteKey } from '@portal/domain';
import { type Day, dayOfInstant, sumCents } from '@portal/domain/values';
import type { InvoiceRow } from './query.ts';

/** A change of an account's balance. */
export interface LedgerEntry {
  readonly day: Day;
  readonly kind:
    | 'invoice'
    | 'canceled'
    | 'write_off'
    | 'payment'
    | 'reversal'
    | 'refund'
    | 'credit'
    | 'transfer';
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
  /** Of a transfer: the number of the invoice of the other mode. Of a moved refund: where to or, if it is negative, from. */
  readonly other_number: string | null;
  /** Of a credit, refund or canceled invoice: the key of its credit note, if it has one; null for others. */
  readonly note_key: string | null;
}

const ORDER = ['invoice', 'canceled', 'write_off', 'payment', 'reversal', 'refund', 'credit', 'transfer'];

/**
 * All changes of an account's balance, the earliest first. An invoice charges its own lines only: amounts from earlier
 * invoices were charged there, and a credit counts when it is given. So charges less payments is the open amount less
 * unused credits. A refund reduces charge and payment alike, but one that pays out credit reduces only the payment.
 * Credit for overpayment is part of the payment. A write-off lowers the charge, until it is taken back.
 *
 * Demo and live never mix (rule B42): only invoices of one mode count. Recorded money belongs to neither (rule B32), so
 * credit of it that an invoice of the other mode used is transferred.
 * @param invoices all of the account's
 * @param timeZone determines the day of an instant (BILLING_TZ)
 */
export function ledgerOf(
  invoices: readonly InvoiceRow[],
  { isDemo, timeZone }: { readonly isDemo: boolean; readonly timeZone: string },
): readonly LedgerEntry[] {
  const entries = [
    ...invoices
      .filter(({ is_demo }) => is_demo === isDemo)
      .flatMap((invoice) => entriesOf(invoice, timeZone)),
    ...transfersOf(invoices, isDemo, timeZone),
  ];
  return entries.sort(
    (a, b) =>
      compare(a.day, b.day) || compare(rank(a), rank(b)) || compare(a.invoice_number, b.invoice_number),
  );
}

const rank = ({ kind }: LedgerEntry) => ORDER.indexOf(kind);
const compare = <T extends string | number>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1);

type Part = Pick<LedgerEntry, 'day' | 'kind'> & Partial<LedgerEntry>;

const entryOf = ({ id: invoice_id, invoice_number }: InvoiceRow, part: Part): LedgerEntry => ({
  invoice_id,
  invoice_number,
  method: null,
  reference: null,
  charge_cents: 0,
  payment_cents: 0,
  other_number: null,
  note_key: null,
  ...part,
});

function entriesOf(invoice: InvoiceRow, timeZone: string): readonly LedgerEntry[] {
  const {
    id: invoiceId,
    charges_cents,
    invoice_date,
    voided_at,
    payments,
    refunds,
    credits,
    write_offs,
  } = invoice;
  const parts: Part[] = [{ day: invoice_date, kind: 'invoice', charge_cents: charges_cents }];
  if (voided_at !== null)
    parts.push({
      day: dayOfInstant(voided_at, timeZone),
      kind: 'canceled',
      charge_cents: -charges_cents,
      note_key: creditNoteKey({ invoiceId, kind: 'void', sourceId: invoiceId }),
    });
  for (const { paidOn: day, method, reference, amountCents, reversedOn, takenBack = [] } of payments) {
    if (method === 'none') continue;
    const money = { method, reference };
    parts.push({ ...money, day, kind: 'payment', payment_cents: amountCents });
    for (const { takenOn, amountCents: taken } of takenBack)
      parts.push({ ...money, day: takenOn, kind: 'reversal', payment_cents: -taken });
    if (reversedOn !== null)
      parts.push({ ...money, day: reversedOn, kind: 'reversal', payment_cents: -amountCents });
  }
  for (const refund of refunds) {
    const { status, refundedOn, method, reference, moved = [], movedFrom = null, reversedOn } = refund;
    const isSent = status === 'refunded' || reversedOn !== undefined;
    if (!isSent || refundedOn === null) continue;
    const money = { kind: 'refund', method, reference } as const;
    if (reversedOn !== undefined)
      parts.push({ ...money, day: reversedOn, payment_cents: refund.amountCents });
    const moves = moved.map(({ movedOn, toInvoiceNumber, amountCents, paidOutCents }) => ({
      ...money,
      day: movedOn,
      charge_cents: amountCents - paidOutCents,
      payment_cents: amountCents,
      other_number: toInvoiceNumber,
    }));
    const payment_cents = -sumCents([refund.amountCents, ...moves.map((move) => move.payment_cents)]);
    const kept = (refund.paidOutCents ?? 0) - refund.amountCents;
    const charge_cents = kept - sumCents(moves.map((move) => move.charge_cents)) || 0;
    const note_key = creditNoteKey({ invoiceId, kind: 'refund', sourceId: refund.refundId });
    const given = { day: refundedOn, charge_cents, payment_cents, other_number: movedFrom, note_key };
    parts.push({ ...money, ...given }, ...moves);
  }
  for (const { creditId: sourceId, givenAt, amountCents, surplus } of credits) {
    if (surplus) continue;
    const note_key = creditNoteKey({ invoiceId, kind: 'credit', sourceId });
    parts.push({
      day: dayOfInstant(givenAt, timeZone),
      kind: 'credit',
      charge_cents: -amountCents,
      note_key,
    });
  }
  for (const { on: day, amountCents } of write_offs)
    parts.push({ day, kind: 'write_off', charge_cents: -amountCents });
  return parts.map((part) => entryOf(invoice, part));
}

/** Credit of recorded money that invoices used of invoices of the other mode. */
function transfersOf(
  invoices: readonly InvoiceRow[],
  isDemo: boolean,
  timeZone: string,
): readonly LedgerEntry[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return invoices.flatMap((user) =>
    creditUsesOf(user, timeZone).flatMap(({ day, fromInvoiceId, amountCents }) => {
      const giver = byId.get(fromInvoiceId);
      if (giver === undefined || giver.is_demo === user.is_demo) return [];
      const [own, other, payment_cents] =
        user.is_demo === isDemo ? [user, giver, amountCents] : [giver, user, -amountCents];
      return [entryOf(own, { day, kind: 'transfer', payment_cents, other_number: other.invoice_number })];
    }),
  );
}

/** Credit of other invoices that an invoice used; below 0 where it was given back. */
function creditUsesOf(
  { adjustments, credit_moves: moves, invoice_date, voided_at }: InvoiceRow,
  timeZone: string,
) {
  const atIssue = adjustments
    .filter(({ kind }) => kind === 'credit')
    .map(({ invoiceId, amountCents }) => ({
      day: invoice_date,
      fromInvoiceId: invoiceId,
      amountCents: -amountCents,
    }));
  const used = [
    ...atIssue,
    ...moves.map(({ day, fromInvoiceId, amountCents }) => ({ day, fromInvoiceId, amountCents })),
  ];
  if (voided_at === null) return used;
  const day = dayOfInstant(voided_at, timeZone);
  return [...used, ...used.map((use) => ({ ...use, day, amountCents: -use.amountCents }))];
}

/** Charges less payments, in cents. */
export function balanceAfter(
  entries: readonly Pick<LedgerEntry, 'charge_cents' | 'payment_cents'>[],
): number {
  return sumCents(entries.map(({ charge_cents, payment_cents }) => charge_cents - payment_cents));
}
