import {
  ADMIN_SITE_INPUTS,
  DEALER_SITE_INPUTS,
  DEFAULT_PANELS,
  HARDWARE,
  MAX_PANELS,
  MAX_READERS,
  MIN_PANELS_EDIT,
  MIN_PANELS_NEW_SITE,
  MIN_READERS,
  mapValues,
  US_STATE_CODES,
} from '@portal/domain/values';
import { z } from 'zod';
import { dayOrBlank, formText, nameText, optionalText, requiredText, zipCode } from './texts.ts';

export const siteStatusSchema = z.enum(['pending', 'active', 'inactive']);
export type SiteStatus = z.infer<typeof siteStatusSchema>;

/** A whole number as text or number, parsed to a number; readers and panels are text in requests (rule B16). */
export function countText(range: { readonly min: number; readonly max: number }, required: string) {
  const problem = `Please enter a whole number from ${range.min.toLocaleString('en-US')} to ${range.max.toLocaleString('en-US')}`;
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((value) => (typeof value === 'number' ? String(value) : value.trim()))
    .pipe(
      z
        .string()
        .min(1, required)
        .regex(/^\d{1,9}$/, problem),
    )
    .transform(Number)
    .refine((count) => count >= range.min && count <= range.max, problem);
}

/** As {@link countText}; blank, null or missing is `undefined`, so that an edit keeps the value. */
export function countOrBlank(range: { readonly min: number; readonly max: number }, required: string) {
  return z
    .union([z.string(), z.number()], { error: required })
    .nullish()
    .transform((value) => (typeof value === 'number' ? value : value?.trim() || undefined))
    .pipe(countText(range, required).optional());
}

const HARDWARE_PROBLEM = `Hardware can be ${HARDWARE.map((name) => `'${name}'`).join(' or ')}`;
/** Names of ordered equipment, each exactly as in the price list. */
export const hardwareNames = z
  .array(z.enum(HARDWARE, { error: HARDWARE_PROBLEM }), { error: HARDWARE_PROBLEM })
  .max(20, HARDWARE_PROBLEM);

const switchedOff = z.boolean().default(false);

const nameAndAddress = {
  site_name: nameText('Site name is required'),
  site_address: requiredText('Site address is required'),
  site_city: requiredText('City is required'),
  site_state: z.enum(US_STATE_CODES, { error: 'State is required' }),
  site_zip: zipCode('ZIP code is required'),
};

/** POST /api/sites, the New Site form (S1-3, S1-5). Prices, status and payment flags are not trusted (rule T1). */
export const newSiteSchema = z.object({
  ...nameAndAddress,
  hardware: hardwareNames.optional(),
  number_of_acu_panels: countOrBlank(
    { min: MIN_PANELS_NEW_SITE, max: MAX_PANELS },
    'Number of ACU panels is required',
  ).transform((panels) => panels ?? DEFAULT_PANELS),
  number_of_readers: countText({ min: MIN_READERS, max: MAX_READERS }, 'Number of readers is required'),
  requested_date: dayOrBlank(),
  ...mapValues(DEALER_SITE_INPUTS, (text) => formText(text).optional()),
  software_version: optionalText(),
  aurora_license: z.boolean().default(true),
  reverse_network_ip: z.boolean().default(true),
  ca150_panel: switchedOff,
  netcom6p: switchedOff,
  include_shipping: switchedOff,
  payment_verified: switchedOff,
  /** Id of the order, a UUID that the page chose; without one, each call makes a new record. */
  orderId: z.string().max(100).optional(),
});
export type NewSiteForm = z.input<typeof newSiteSchema>;
export type NewSiteRequest = z.output<typeof newSiteSchema>;

/** Null also where an older server does not send the text. */
const readText = () => z.string().nullable().default(null);

/**
 * A site (S1-3, S2-3), also for the company's dealers. Rates are dollars as numbers. A field with the name of a column of the
 * read model is answered as it is there.
 */
export const siteSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  account_id: z.string(),
  site_name: z.string(),
  site_address: z.string(),
  site_city: z.string(),
  site_state: z.string(),
  site_zip: z.string(),
  hardware: z.array(z.string()),
  software_version: z.string().nullable(),
  number_of_readers: z.string(),
  number_of_acu_panels: z.string(),
  /** Null where none was asked for. */
  requested_date: z.string().nullable(),
  ...mapValues(DEALER_SITE_INPUTS, readText),
  existing_platform: z.string().nullable(),
  ...mapValues(ADMIN_SITE_INPUTS, readText),
  custom_reader_rate: z.number().nullable(),
  is_promotional_pricing: z.boolean(),
  promotional_end_date: z.string().nullable(),
  is_active: z.boolean(),
  status: siteStatusSchema,
  created_at: z.string(),
  company_name: z.string().nullable().optional(),
  /** The reader count of a dealer's open request; null for none. */
  requested_readers: z.string().nullable().optional(),
  requested_readers_note: z.string().nullable().optional(),
  /** The dealer raised the panels after the order, and no administrator has saved the site since (rule D12). */
  panels_raised: z.boolean().optional(),
  /** The order it was paid with; null where it was free. */
  order_id: z.string().nullable().optional(),
  /** Dollars paid for it (rule B14), refunded where it is deleted while pending. */
  paid_amount: z.number().optional(),
  /** Approving it warns (rule B24). */
  paid_in_test_mode: z.boolean().optional(),
});
export type Site = z.infer<typeof siteSchema>;

/** The dealer's edit-site dialog (S2-5), without readers and rates. */
export const siteDetailsSchema = z.object({
  ...nameAndAddress,
  number_of_acu_panels: countOrBlank(
    { min: MIN_PANELS_EDIT, max: MAX_PANELS },
    'Number of ACU panels is required',
  ),
  ...mapValues(DEALER_SITE_INPUTS, formText),
});
export type SiteDetailsForm = z.input<typeof siteDetailsSchema>;

/** PATCH /api/sites/{id} by a dealer: details or `{status}`. A changed `number_of_readers` is refused (rule D12). */
export const dealerSitePatchSchema = siteDetailsSchema.partial().extend({
  status: siteStatusSchema.optional(),
  number_of_readers: z.union([z.string().max(20), z.number()]).optional(),
});
