import { type CreditNote, creditNoteKey, formatCreditNoteNumber } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  boolean,
  type Column,
  cents,
  day,
  derived,
  instant,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row for each credit note (rule B35). */
export const creditNotesTable = defineTable({
  name: 'credit_notes',
  key: 'id',
  columns: {
    /** Its number. */
    id: text,
    account_id: text,
    invoice_id: text,
    kind: text as Column<string> as Column<CreditNote['kind']>,
    /** Id of the credit or refund; of a void the invoice's. */
    source_id: text,
    /** See `creditNoteKey`. */
    source: text,
    /** The event that it is of. */
    event_id: optional(text),
    /** When the correction was recorded. */
    corrected_at: instant,
    /** Billing day of the correction. */
    day,
    amount_cents: cents,
    /** Of `amount_cents`, when the note was issued: sales tax. */
    tax_cents: cents,
    /** Account credit that the refund paid out besides. */
    paid_out_cents: cents,
    method: optional(text as Column<string> as Column<'card' | 'check' | 'ach'>),
    reference: optional(text),
    reason: optional(text),
    search: derived(text),
  },
  indexes: ['(day, id)', '(account_id, day)', '(invoice_id)', '(event_id)'],
  derive: ({ id, reference, reason }) => ({ search: searchText(id, reference, reason) }),
});

/** Part of a refund that was moved to another invoice (rule B44). Cents without account credit. */
export interface MovedNote {
  readonly cents: number;
  readonly toInvoiceNumber: string;
  readonly day: string;
}

/** What became of refunds. A row of its own, because it may be known before the note is: those of older logs came later. */
const refundsTable = defineTable({
  name: 'credit_note_refunds',
  key: 'source',
  columns: {
    source: text,
    failed: boolean,
    /** What it took off the charges when it came after all, if it had failed. */
    again_cents: optional(cents),
    moved: json<readonly MovedNote[]>(),
  },
});

const sourceOf = (invoiceId: string, sourceId: string) =>
  creditNoteKey({ invoiceId, kind: 'refund', sourceId });

const centsOf = (parts: readonly { readonly amountCents: number }[] = []) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

const STANDS = { failed: false, again_cents: null, moved: [] };

/** Credit notes by day, each with what became of its refund. */
export const creditNotes = defineProjection({
  name: 'creditNotes',
  version: 2,
  personal: false,
  tables: { notes: creditNotesTable, refunds: refundsTable },
  handlers: {
    CreditNoteIssued: (note, { notes }, { metadata }) =>
      notes.put({
        id: formatCreditNoteNumber(note.period, note.number),
        account_id: note.accountId,
        invoice_id: note.invoiceId,
        kind: note.kind,
        source_id: note.sourceId,
        source: creditNoteKey(note),
        event_id: metadata.causationId,
        corrected_at: note.correctedAt,
        day: note.day,
        amount_cents: note.amountCents,
        tax_cents: note.taxCents ?? 0,
        paid_out_cents: note.paidOutCents ?? 0,
        method: note.method,
        reference: note.reference,
        reason: note.reason,
      }),
    InvoiceRefundFailed: ({ invoiceId, refundId }, { refunds }) => {
      const source = sourceOf(invoiceId, refundId);
      refunds.upsert(source, (row) => ({ ...STANDS, ...row, source, failed: true }));
    },
    InvoiceRefunded: ({ invoiceId, refundId, amountCents, creditPaidOut }, { refunds }) => {
      const again_cents = Math.max(0, amountCents - centsOf(creditPaidOut));
      // only one that had failed counts anew
      refunds.upsert(sourceOf(invoiceId, refundId), (row) =>
        row?.failed === true ? { ...STANDS, source: row.source, again_cents } : row,
      );
    },
    InvoiceRefundMoved: (
      { invoiceId, refundId, amountCents, creditReturned, toInvoiceNumber, movedOn },
      { refunds },
    ) => {
      const source = sourceOf(invoiceId, refundId);
      const part = { cents: amountCents - centsOf(creditReturned), toInvoiceNumber, day: movedOn };
      refunds.upsert(source, (row = { ...STANDS, source }) => ({ ...row, moved: [...row.moved, part] }));
    },
  },
});
