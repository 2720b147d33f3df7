import { centsFromDollars, MAX_CORRECTIONS, MAX_READERS, MIN_READERS_BY_ADMIN } from '@portal/domain/values';
import { z } from 'zod';
import { refundInvoiceSchema } from './invoices.ts';
import { rateText } from './rates.ts';
import { countText } from './sites.ts';
import { actionReason, dayText, requiredText } from './texts.ts';

const site_id = z.string({ error: 'Please select a site' }).trim().min(1, 'Please select a site').max(100);
/** Shown to the dealer. */
const reason = requiredText('Reason is required');

/** Dollars, above or below 0, parsed to integer cents. */
export const signedAmount = z
  .union([z.string(), z.number()], { error: 'Amount is required' })
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'Amount is required', abort: true })
      .regex(/^-?\d{1,9}(\.\d{1,2})?$/, {
        error: 'Amount must be dollars with at most two decimals',
        abort: true,
      })
      .transform(centsFromDollars)
      .refine((cents) => cents !== 0, 'The amount must not be $0.00'),
  );

/** A correction of an invoice with its reason: a site's readers, rate or billing, or an added line. */
export const correctionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('readers'),
    site_id,
    readers: countText({ min: MIN_READERS_BY_ADMIN, max: MAX_READERS }, 'Number of readers is required'),
    reason,
  }),
  z.object({ kind: z.literal('rate'), site_id, rate: rateText('Rate is required'), reason }),
  z.object({
    kind: z.literal('billed'),
    site_id,
    billed: z.boolean({ error: 'Please choose billed or not' }),
    reason,
  }),
  z.object({
    kind: z.literal('line'),
    text: requiredText('Text is required'),
    amount: signedAmount,
    reason,
  }),
]);
export type CorrectionInput = z.input<typeof correctionSchema>;
export type Correction = z.output<typeof correctionSchema>;

export const correctionsSchema = z
  .array(correctionSchema)
  .max(MAX_CORRECTIONS, 'Please name at most 1,000 corrections');

/** POST …/preview-correction: the invoice with these corrections; without any, the lines that can be corrected. */
export const previewCorrectionSchema = z.object({ corrections: correctionsSchema.default([]) });
/** `corrections_made` of the preview that was confirmed; with other corrections the answer is 409 (rule B45). */
export const previewed = z.int().min(0).optional();

/** POST …/reissue of an open invoice; of a voided one, also without corrections. */
export const reissueInvoiceSchema = previewCorrectionSchema.extend({ reason: actionReason(), previewed });
/** POST …/correct of a paid invoice: the difference is refunded or credited. */
export const correctInvoiceSchema = z.object({
  corrections: correctionsSchema,
  as: z.enum(['refund', 'credit'], { error: 'Please choose refund or credit' }),
  /** How the money was returned where the invoice was not paid by card. */
  method: refundInvoiceSchema.shape.method,
  refunded_on: dayText().optional(),
  reference: refundInvoiceSchema.shape.reference,
  previewed,
});

const dollars = z.number();

/** Before and after, line by line, in dollars; not recorded. */
export const correctionPreviewSchema = z.object({
  invoice_id: z.string(),
  /** Number of corrections that the invoice holds; a request sends it back as `previewed`. */
  corrections_made: z.int(),
  total_before: dollars,
  total_after: dollars,
  /** Every site of the company at the invoice's cut-off, billed or not, then added lines. */
  lines: z.array(
    z.object({
      site_id: z.string().nullable(),
      name: z.string(),
      billed_before: z.boolean(),
      billed_after: z.boolean(),
      readers_before: z.number(),
      readers_after: z.number(),
      rate_before: dollars,
      rate_after: dollars,
      /** 0 where it is not billed. */
      amount_before: dollars,
      amount_after: dollars,
      reasons: z.array(z.string()),
    }),
  ),
  /** Credits and carried amounts of earlier invoices. */
  adjustments: z.array(z.object({ name: z.string(), amount_before: dollars, amount_after: dollars })),
});
export type CorrectionPreview = z.infer<typeof correctionPreviewSchema>;
