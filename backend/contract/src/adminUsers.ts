import { z } from 'zod';
import { sessionUserSchema } from './session.ts';

/** PATCH /api/admin/users/{id}/approval. */
export const approvalSchema = z.object({
  isApproved: z.boolean({ error: 'isApproved must be true or false' }),
  /** Why, for the timeline. */
  reason: z.string().trim().max(500).optional(),
});

/**
 * A row of GET /api/admin/users: the user, and what the account will be billed on the next billing date
 * (active sites only, spec 2 section 9) in cents.
 */
export const adminUserSchema = sessionUserSchema.extend({
  active_sites: z.number().int(),
  total_readers: z.number().int(),
  projected_monthly_invoice_cents: z.number().int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;
