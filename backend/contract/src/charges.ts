import { z } from 'zod';
import { signedAmount } from './corrections.ts';
import { requiredText } from './texts.ts';

const reason = requiredText('Please give a reason');

/** POST /api/admin/accounts/{id}/charges: a line of the company's next invoice; dollars, below 0 for a credit. */
export const addChargeSchema = z.object({
  text: requiredText('Text is required'),
  amount: signedAmount,
  reason,
});

/** POST …/cancel-charge: `charge_id` is one of the company's charges. */
export const cancelChargeSchema = z.object({ charge_id: requiredText('Please choose a charge'), reason });

/** GET /api/admin/accounts/{id}/charges: one-off charges and credits, newest first (rule B38). */
export const oneOffChargeSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Dollars, below 0 for a credit. */
  amount: z.number(),
  /** What no invoice holds yet. */
  left: z.number(),
  /** The day of the invoice that it waits for; of a billed one, of its last invoice. */
  invoice_date: z.string(),
  reason: z.string(),
  status: z.enum(['waiting', 'billed', 'canceled']),
  /** Invoices that hold it. */
  invoice_ids: z.array(z.string()),
  /** Waits, and its invoice is not issued yet. */
  can_cancel: z.boolean(),
  /** Waits, and the company has no active site, so that it gets no invoice (rule B22). */
  lacks_site: z.boolean(),
});
export type OneOffCharge = z.infer<typeof oneOffChargeSchema>;
