import { z } from 'zod';

export const CREDIT_NOTE_KINDS = ['credit', 'refund', 'void'] as const;

/** What a credit note is of, as its papers and lists say it. */
export const CREDIT_NOTE_NAMES = {
  credit: 'Credit',
  refund: 'Refund',
  void: 'Cancellation',
} as const satisfies Record<(typeof CREDIT_NOTE_KINDS)[number], string>;

const dollars = z.number();

/** A credit note as the page of its invoice shows it (rule B35). */
export const invoiceCreditNoteSchema = z.object({
  /** Its number, e.g. `CN-202612-0001`. */
  id: z.string(),
  kind: z.enum(CREDIT_NOTE_KINDS),
  /** Billing day of the correction. */
  day: z.string(),
  /** What it takes off the invoice's charges. */
  amount: dollars,
  reason: z.string().nullable(),
  /** The card provider could not make the refund: nothing was corrected. */
  failed: z.boolean(),
});
export type InvoiceCreditNote = z.infer<typeof invoiceCreditNoteSchema>;

/** GET /api/admin/credit-notes: credits, refunds and voids of invoices, each with its number. */
export const creditNoteSchema = invoiceCreditNoteSchema.extend({
  account_id: z.string(),
  company_name: z.string().nullable(),
  invoice_id: z.string(),
  invoice_number: z.string(),
  invoice_date: z.string(),
  /** Of a refund; null for others. */
  method: z.enum(['card', 'check', 'ach']).nullable(),
  /** Check number or ACH trace of a refund. */
  reference: z.string().nullable(),
  /** Account credit that the refund paid out besides. */
  /** Of `amount`: sales tax (rule B38); absent for none. */
  tax_amount: dollars.optional(),
  paid_out_amount: dollars,
  /** Parts of the refund that were moved to other invoices (rule B44), which the amount includes. */
  moves: z.array(z.object({ amount: dollars, invoice_number: z.string(), on: z.string() })),
  /** Of a demo invoice (rule B42). */
  is_demo: z.boolean(),
});
export type CreditNote = z.infer<typeof creditNoteSchema>;

/** GET /api/admin/credit-notes/totals: of all that the filter finds, a row for each mode that it has. */
export const creditNoteTotalsSchema = z.object({
  is_demo: z.boolean(),
  credit_notes: z.number(),
  /** Without those of refunds that failed. */
  amount: dollars,
});
export type CreditNoteTotals = z.infer<typeof creditNoteTotalsSchema>;
