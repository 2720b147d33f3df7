import { MAX_NOTE } from '@portal/domain/values';
import { z } from 'zod';
import { correctionsSchema, previewed } from './corrections.ts';
import { noteText, requiredText } from './texts.ts';

/** POST /api/invoices/{id}/questions, 'Question this charge': `line` is the item's id, its index from 0. */
export const askAboutChargeSchema = z.object({
  line: z.coerce
    .number({ error: 'Please choose a charge' })
    .int()
    .min(0, 'Please choose a charge')
    .max(100_000),
  question: noteText({ required: 'Please write what you would like to know' }),
});

/** POST …/replies: either side. */
export const disputeReplySchema = z.object({ text: noteText({ required: 'Please write an answer' }) });

const dollarAmount = z
  .union([z.string(), z.number()], { error: 'Please enter the amount' })
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'Amount must be dollars with at most two decimals'));

/**
 * POST /api/admin/disputes/{id}/close: by an explanation; by void and reissue with corrections, done in the same step; or
 * by refunding or crediting `amount` dollars, or the difference of the corrections, of a paid invoice.
 */
export const closeDisputeSchema = z.object({
  outcome: z.enum(['explained', 'reissued', 'refunded', 'credited'], { error: 'Please choose an outcome' }),
  explanation: noteText({ required: 'Please give an explanation' }),
  amount: dollarAmount.optional(),
  corrections: correctionsSchema.optional(),
  previewed,
  /** How the money was returned where the invoice was not paid by card. */
  method: z.enum(['check', 'ach']).optional(),
  reference: requiredText('Reference is required').optional(),
});

export const DISPUTE_STATUSES = ['open', 'closed'] as const;

/** A question about a charge with its messages. */
export const disputeSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  company_name: z.string().nullable(),
  invoice_id: z.string(),
  invoice_number: z.string(),
  /** Index of the line, from 0. */
  line: z.number(),
  line_name: z.string(),
  site_id: z.string().nullable(),
  /** Dollars. */
  amount: z.number(),
  status: z.enum(DISPUTE_STATUSES),
  outcome: z.enum(['explained', 'reissued', 'refunded', 'credited', 'withdrawn']).nullable(),
  reissued_as: z.string().nullable(),
  /** Dollars refunded or credited. */
  settled_amount: z.number(),
  messages: z.array(
    z.object({
      /** ISO instant. */
      at: z.string(),
      by: z.enum(['dealer', 'admin']),
      text: z.string().max(MAX_NOTE * 2),
    }),
  ),
  opened_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullable(),
});
export type Dispute = z.infer<typeof disputeSchema>;
