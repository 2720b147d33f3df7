import { z } from 'zod';

export const RECEIPT_METHODS = ['card', 'check', 'ach'] as const;

const dollars = z.number();

/**
 * GET /api/admin/receipts: received money, a row for each invoice or order that it paid, and one for what nothing has
 * taken of a card payment.
 */
export const receiptSchema = z.object({
  id: z.string(),
  /** The same for all parts of one check, bank transfer or card payment. */
  receipt_id: z.string(),
  /** Of all parts. */
  receipt_amount: dollars,
  account_id: z.string(),
  company_name: z.string().nullable(),
  /** Billing day. */
  day: z.string(),
  method: z.enum(RECEIPT_METHODS),
  amount: dollars,
  /** Check number or ACH trace; null for a card. */
  reference: z.string().nullable(),
  /** Null for a check or ACH, and where the provider named no card. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  invoice_id: z.string().nullable(),
  invoice_number: z.string().nullable(),
  order_id: z.string().nullable(),
  order_number: z.string().nullable(),
  /** Test money, or recorded of a demo company (rules B24, B32). */
  is_demo: z.boolean(),
  /** Of a check or ACH; null while it stands. */
  reversed_on: z.string().nullable(),
  /** Why it was reversed. */
  reason: z.string().nullable(),
  /** Refunded to the card of this part. */
  refunded_amount: dollars,
  /** Of the card payment (rule B43): the bank asks, disputes it, or took this part back. Null for none. */
  dispute: z.enum(['inquiry', 'open', 'lost']).nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** GET /api/admin/receipts/totals: what the filter finds by day, method and mode, the earliest first. */
export const receiptTotalsSchema = z.object({
  day: z.string(),
  method: z.enum(RECEIPT_METHODS),
  is_demo: z.boolean(),
  /** Checks, bank transfers or card payments, each counted once. */
  receipts: z.number(),
  amount: dollars,
  /** The part that was reversed since. */
  reversed_amount: dollars,
});
export type ReceiptTotals = z.infer<typeof receiptTotalsSchema>;
