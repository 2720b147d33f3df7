import {
  ADMIN_SITE_INPUTS,
  DEFAULT_READERS,
  MAX_PANELS,
  MAX_PANELS_SELECT,
  MAX_READERS,
  MIN_PANELS_NEW_SITE,
  MIN_READERS_BY_ADMIN,
  mapValues,
  SITE_INPUTS,
  type TextField,
  US_STATE_CODES,
} from '@portal/domain/values';
import { z } from 'zod';
import { confirmShortNotice, customRate, effectiveFrom } from './rates.ts';
import { countOrBlank, countText, siteStatusSchema } from './sites.ts';
import { actionReason, formText, nameText, optionalText, zipCode } from './texts.ts';

const siteName = nameText('Site name is required');
const state = z.enum(['', ...US_STATE_CODES], { error: 'Please choose a state' });
const readers = countOrBlank(
  { min: MIN_READERS_BY_ADMIN, max: MAX_READERS },
  'Number of readers is required',
);
const nullableText = optionalText().nullable();
const address = {
  site_address: optionalText(),
  site_city: optionalText(),
  site_state: state.optional(),
  site_zip: zipCode().optional(),
};
const optionalNullable = (text: TextField) => formText(text).nullable().optional();

/** POST /api/admin/sites, the Add New Site dialog (S2-2, S2-5): active at once (rule D11). */
export const adminNewSiteSchema = z.object({
  site_name: siteName,
  software_version: nullableText,
  ...address,
  number_of_acu_panels: countText({ min: 1, max: MAX_PANELS_SELECT }, 'Number of ACU panels is required'),
  number_of_readers: readers.transform((count) => count ?? DEFAULT_READERS),
  account_id: z
    .string({ error: 'Please choose a company' })
    .trim()
    .min(1, 'Please choose a company')
    .max(100, 'Please choose a company'),
  custom_reader_rate: customRate().default(null),
  ...mapValues(ADMIN_SITE_INPUTS, optionalNullable),
  reason: actionReason(),
});
export type AdminNewSiteForm = z.input<typeof adminNewSiteSchema>;
export type AdminNewSiteRequest = z.output<typeof adminNewSiteSchema>;

/**
 * PATCH /api/admin/sites/{id}: missing fields and blank counts stay; unknown fields are dropped. `status` means approve,
 * deactivate or reactivate (rule D11). A blank custom rate is the dealer's default; `effective_from` is its first day.
 */
export const adminSitePatchSchema = z.object({
  site_name: siteName.optional(),
  ...address,
  software_version: nullableText,
  number_of_acu_panels: countOrBlank(
    { min: MIN_PANELS_NEW_SITE, max: MAX_PANELS },
    'Number of ACU panels is required',
  ),
  number_of_readers: readers,
  ...mapValues(SITE_INPUTS, optionalNullable),
  custom_reader_rate: customRate().optional(),
  effective_from: effectiveFrom,
  confirm_short_notice: confirmShortNotice,
  account_id: z.string().trim().min(1, 'Please choose a company').max(100).optional(),
  status: siteStatusSchema.optional(),
  reason: actionReason(),
});
export type AdminSitePatchForm = z.input<typeof adminSitePatchSchema>;
export type AdminSitePatch = z.output<typeof adminSitePatchSchema>;

/** POST /api/admin/sites/{id}/reader-change: decides a dealer's request; `number_of_readers` is the count that the page showed. */
export const readerChangeAnswerSchema = z.object({
  approved: z.boolean({ error: 'approved must be true or false' }),
  number_of_readers: countText(
    { min: MIN_READERS_BY_ADMIN, max: MAX_READERS },
    'Number of readers is required',
  ),
  reason: actionReason(),
});

/** POST /api/admin/preview-approvals: ids of sites. */
export const previewApprovalsSchema = z.object({ ids: z.array(z.string().max(100)).min(1).max(1_000) });

/** What approving the pending ones of these sites today would do. */
export const approvalEffectSchema = z.object({
  sites: z.number(),
  readers: z.number(),
  companies: z.number(),
  /** Dollars more on the next invoices of their companies, before tax. */
  added_monthly: z.number(),
});
export type ApprovalEffect = z.infer<typeof approvalEffectSchema>;
