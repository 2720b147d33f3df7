import {
  MAX_PANELS,
  MAX_READERS,
  MIN_PANELS_EDIT,
  MIN_READERS,
  SOFTWARE_VERSIONS,
  US_STATE_CODES,
} from '@portal/domain/values';
import { z } from 'zod';
import { countText, hardwareNames } from './sites.ts';
import { dayOrBlank, nameText, noteText, optionalText, requiredText, zipCode } from './texts.ts';

export const MIGRATION_STATUSES = ['pending', 'approved', 'deleted'] as const;

/** A migration in the dealer's list (S2-3). Counts are text (rule B16). */
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

/** All fields of a migration, for administrators and its owner (S1-3). */
export const migrationRecordSchema = migrationSchema.extend({
  account_id: z.string(),
  /** The dealer's company and its first user (S2-3). */
  company_name: z.string().nullable(),
  primary_contact: z.string().nullable(),
  migration_site_address: z.string(),
  migration_site_zip: z.string(),
  current_system: z.string().nullable(),
  other_system: z.string().nullable(),
  num_controllers: z.string(),
  num_cards: z.string(),
  database_required: z.string(),
  migration_notes: z.string().nullable(),
  hardware: z.array(z.string()),
  aurora_license: z.boolean(),
  reverse_network_ip: z.boolean(),
  ca150_panel: z.boolean(),
  netcom6p: z.boolean(),
  include_shipping: z.boolean(),
  /** Dollars (rule B14). */
  total_amount: z.number(),
  /** The order it was paid with; null where it was free. */
  order_id: z.string().nullable(),
  /** The site it became; null while it is pending. */
  site_id: z.string().nullable(),
  /** True where it was paid in test mode (rule B24). */
  paid_in_test_mode: z.boolean(),
});
export type MigrationRecord = z.infer<typeof migrationRecordSchema>;

const counted = (min: number, max: number, required: string) => countText({ min, max }, required);

/** POST /api/migrations, the Site Migration form (S1-3, S1-5). Prices and payment flags are not trusted (rule T1). */
export const newMigrationSchema = z.object({
  migration_site_name: nameText('Site name is required'),
  migration_site_address: requiredText('Site address is required'),
  migration_site_city: requiredText('City is required'),
  migration_site_state: z.enum(US_STATE_CODES, { error: 'State is required' }),
  migration_site_zip: zipCode('ZIP code is required'),
  system7_site_id: requiredText('System 7 site ID is required'),
  num_controllers: counted(1, 10_000, 'Number of controllers is required'),
  number_of_acu_panels: counted(MIN_PANELS_EDIT, MAX_PANELS, 'Number of ACU panels is required'),
  number_of_readers: counted(MIN_READERS, MAX_READERS, 'Number of readers is required'),
  requested_migration_date: dayOrBlank(),
  migration_notes: noteText().optional(),
  hardware: hardwareNames.optional(),
  software_version: z
    .string({ error: 'Please choose a software version' })
    .optional()
    .transform((version) => version?.trim() || undefined)
    .pipe(z.enum(SOFTWARE_VERSIONS, { error: 'Please choose a software version' }).default('aurora')),
  status: optionalText(),
  aurora_license: z.boolean().default(true),
  reverse_network_ip: z.boolean().default(true),
  ca150_panel: z.boolean().default(false),
  netcom6p: z.boolean().default(false),
  include_shipping: z.boolean().default(false),
  payment_verified: z.boolean().default(false),
  current_system: optionalText(),
  other_system: optionalText(),
  num_cards: counted(0, 10_000_000, 'Number of cards is required').default(0),
  database_required: z.enum(['yes', 'no'], { error: 'database_required must be yes or no' }).default('no'),
  /** Id of the order, a UUID that the page chose; without one, each call makes a new record. */
  orderId: z.string().max(100).optional(),
});
export type NewMigrationForm = z.input<typeof newMigrationSchema>;
export type NewMigrationRequest = z.output<typeof newMigrationSchema>;
