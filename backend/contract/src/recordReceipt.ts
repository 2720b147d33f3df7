import { z } from 'zod';
import { amountAboveZero, dollarAmount } from './invoices.ts';
import { actionReason, dayText, noteText, requiredText } from './texts.ts';

/** Most invoices of one receipt. */
export const MAX_SHARES = 100;

/**
 * POST …/receipts: a check or bank transfer of a company over one or several of its invoices. Dollars; the shares add up to
 * the amount.
 */
export const recordReceiptSchema = z.object({
  method: z.enum(['check', 'ach'], { error: 'Please choose check or ACH' }),
  amount: amountAboveZero,
  received_on: dayText(),
  reference: requiredText('Reference is required'),
  reason: actionReason(),
  shares: z
    .array(z.object({ invoice_id: requiredText('Please choose an invoice'), amount: amountAboveZero }), {
      error: 'Please choose an invoice',
    })
    .min(1, 'Please choose an invoice')
    .max(MAX_SHARES, `A payment can be shared by at most ${MAX_SHARES} invoices`),
  /**
   * Of the amount, what becomes account credit: one share may be above its invoice's open amount. Absent for none; 409
   * `open_amounts_changed` where it is another amount, e.g. because an invoice was paid in the meantime.
   */
  credit: dollarAmount.optional(),
  /** Whether an equal payment of the company was recorded before and this is another one (409 `recorded_before`). */
  record_again: z.boolean().optional(),
});
export type RecordReceiptInput = z.input<typeof recordReceiptSchema>;

/** POST /api/admin/receipts/{id}/reverse. */
export const reverseReceiptSchema = z.object({ reason: noteText({ required: 'Please give a reason' }) });

/** A check or bank transfer over one or several invoices. Dollars. */
export const recordedReceiptSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  method: z.enum(['check', 'ach']),
  amount: z.number(),
  received_on: z.string(),
  /** Check number or ACH trace. */
  reference: z.string(),
  reason: z.string().nullable(),
  is_demo: z.boolean(),
  shares: z.array(z.object({ invoice_id: z.string(), invoice_number: z.string(), amount: z.number() })),
  reversed_on: z.string().nullable(),
});
export type RecordedReceipt = z.infer<typeof recordedReceiptSchema>;
