import { z } from 'zod';

/** The nine notification flags (S2-3); the last three are for administrators. */
export const emailPreferencesSchema = z.object({
  site_created: z.boolean(),
  site_approved: z.boolean(),
  site_inactive: z.boolean(),
  site_deleted: z.boolean(),
  invoice_created: z.boolean(),
  invoice_paid: z.boolean(),
  admin_site_created: z.boolean(),
  admin_dealer_registration: z.boolean(),
  contact_form: z.boolean(),
});
export type EmailPreferences = z.infer<typeof emailPreferencesSchema>;
