import { type Site, type SiteUser, type SiteWithRate, siteSchema } from '@portal/contract';
import type { Rate } from '@portal/domain';
import { type Day, dollarsFromCents, mapValues, SITE_INPUTS } from '@portal/domain/values';
import type { SiteRow, SiteUserRow } from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';

/** Counts are text on the wire (rule B16). */
export const toSite = (row: SiteRow): Site =>
  answerFrom(siteSchema, row, {
    hardware: [...row.hardware],
    number_of_readers: String(row.readers),
    number_of_acu_panels: String(row.panels),
    custom_reader_rate: dollarsFromCents(row.custom_reader_rate_cents),
    requested_readers: row.requested_readers === null ? null : String(row.requested_readers),
    paid_amount: row.order_id === null ? 0 : dollarsFromCents(row.price_cents),
  });

/** A site with its rate on the next billing date, for its own company. */
export function toSiteWithRate(row: SiteRow, rate: Rate | null, judgedOn: Day): SiteWithRate {
  if (rate === null) return { ...toSite(row), rate };
  const { cents, source } = rate;
  return { ...toSite(row), rate: { reader_rate: dollarsFromCents(cents), source, judged_on: judgedOn } };
}

/**
 * A site for viewers from other companies. Fields are listed, so that a new one is hidden (orders, payments, rates, notes) until
 * it is added here.
 */
export function toViewedSite(row: SiteRow): Site {
  const site = toSite(row);
  return {
    id: site.id,
    user_id: site.user_id,
    account_id: site.account_id,
    company_name: site.company_name,
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_state: site.site_state,
    site_zip: site.site_zip,
    hardware: site.hardware,
    software_version: site.software_version,
    existing_platform: site.existing_platform,
    number_of_readers: site.number_of_readers,
    number_of_acu_panels: site.number_of_acu_panels,
    requested_date: site.requested_date,
    is_active: site.is_active,
    status: site.status,
    created_at: site.created_at,
    ...mapValues(SITE_INPUTS, () => null),
    custom_reader_rate: null,
    is_promotional_pricing: false,
    promotional_end_date: null,
  };
}

export function toSiteUser(row: SiteUserRow): SiteUser {
  return { ...row, access_level: 'viewer' };
}
