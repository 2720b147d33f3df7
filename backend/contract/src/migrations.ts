import { z } from 'zod';

/** A migration as the dealer's list shows it (spec 2, section 3, Migration). Counts are text on the wire. */
export const migrationSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  migration_site_name: z.string(),
  migration_site_city: z.string(),
  migration_site_state: z.string(),
  system7_site_id: z.string(),
  number_of_readers: z.string(),
  number_of_acu_panels: z.string(),
  software_version: z.string().nullable(),
  requested_migration_date: z.string().nullable(),
  created_at: z.string(),
  status: z.string(),
});
export type Migration = z.infer<typeof migrationSchema>;
