import { z } from 'zod';

const dollars = z.number();

/** GET /api/admin/collections: an overdue invoice. Amounts in dollars, days as `2026-12-16`. */
export const collectionSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  company_name: z.string().nullable(),
  invoice_number: z.string(),
  invoice_date: z.string(),
  due_date: z.string(),
  is_demo: z.boolean(),
  days_overdue: z.number(),
  /** Days overdue, as the columns of receivables. */
  age: z.enum(['1-30', '31-60', '61-90', 'over-90']),
  total_amount: dollars,
  open_amount: dollars,
  last_reminder_on: z.string().nullable(),
  /** `days` before or after the due date, null for one that an administrator sent; null for none. */
  last_reminder: z
    .object({ kind: z.enum(['due_soon', 'overdue', 'manual']), days: z.number().nullable() })
    .nullable(),
  /** The company's last promise to pay, if the invoice was open then: `broken` where its day has passed. */
  promise: z.enum(['running', 'broken', 'none']),
  promised_on: z.string().nullable(),
  promise_note: z.string().nullable(),
  /** The saved card of the invoice's mode. */
  card: z.enum(['none', 'saved', 'expired', 'declined']),
  /** The company waits for an answer to a question: reminders are paused. */
  has_question: z.boolean(),
});
export type Collection = z.infer<typeof collectionSchema>;

/** GET /api/admin/collections/totals: sums of all that the filter finds, a row for each mode that it has. */
export const collectionTotalsSchema = z.object({
  is_demo: z.boolean(),
  /** Rows of the list. */
  invoices: z.number(),
  open_amount: dollars,
});
export type CollectionTotals = z.infer<typeof collectionTotalsSchema>;

/** POST /api/admin/preview-reminders: ids of invoices. */
export const previewRemindersSchema = z.object({ ids: z.array(z.string().max(100)).min(1).max(100) });

/** What a reminder of an invoice would be. */
export const reminderPreviewSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  invoice_number: z.string(),
  /** To one reader each. */
  mails: z.number(),
  /** Why it would not be sent; null where it would. */
  refusal: z.string().nullable(),
});
export type ReminderPreview = z.infer<typeof reminderPreviewSchema>;
