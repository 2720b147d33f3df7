import { z } from 'zod';

/** GET /api/accounts/{id} and the admin's list; provider ids are left out for dealers. Rates are dollars as numbers. */
export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  company_address: z.string(),
  company_city: z.string(),
  company_state: z.string(),
  company_zip: z.string(),
  company_phone: z.string(),
  company_email: z.string(),
  dealer_id: z.string().nullable(),
  default_reader_rate: z.number().nullable(),
  promotional_reader_rate: z.number().nullable(),
  promotional_months: z.number(),
  promotional_pricing_active: z.boolean(),
  promotional_start_date: z.string().nullable(),
  promotional_license_pricing: z.boolean(),
  demo_pricing: z.boolean(),
  equipment_purchases_enabled: z.boolean(),
  is_demo_account: z.boolean(),
  created_at: z.string(),
});
export type Account = z.infer<typeof accountSchema>;
