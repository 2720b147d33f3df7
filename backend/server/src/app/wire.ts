import type {
  Account,
  AdminUser,
  ContactMessage,
  ContactStatus,
  Mail,
  MailStatus,
  SessionUser,
  Site,
  SiteUser,
  SiteWithRate,
} from '@portal/contract';
import type { Rate } from '@portal/domain';
import { type Day, dollarsFromCents } from '@portal/domain/values';
import type { AccountRow, ContactRow, ListedUser, SiteRow, SiteUserRow, UserRow } from '@portal/projections';
import type { OutboxRow } from '../platform/mail/outboxQuery.ts';

/** Cents inside, dollars as numbers on the wire (decisions B14); null stays null. */
const dollars = (cents: number | null) => (cents === null ? null : dollarsFromCents(cents));

/** The user as GET /api/user, login and register answer it; never a password. */
export function toSessionUser(row: UserRow): SessionUser {
  return {
    id: row.id,
    account_id: row.account_id,
    username: row.username,
    name: row.name,
    email: row.email,
    company: row.company,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    experience: row.experience,
    agreeToTerms: row.agreed_at !== null,
    is_admin: row.is_admin,
    is_approved: row.is_approved,
    dealer_id: row.dealer_id,
    second_factor: row.has_second_factor ? 'on' : 'off',
    default_reader_rate: dollars(row.default_reader_rate_cents),
    email_preferences: row.email_preferences,
    created_at: row.created_at,
  };
}

export function toAdminUser(row: ListedUser): AdminUser {
  return {
    ...toSessionUser(row),
    active_sites: row.active_sites,
    total_readers: row.active_readers,
    projected_monthly_invoice_cents: row.projected_monthly_cents,
  };
}

/** Counts are text on the wire (decisions B16). */
export function toSite(row: SiteRow): Site {
  return {
    id: row.id,
    user_id: row.user_id,
    account_id: row.account_id,
    site_name: row.site_name,
    site_address: row.site_address,
    site_city: row.site_city,
    site_state: row.site_state,
    site_zip: row.site_zip,
    hardware: [...row.hardware],
    software_version: row.software_version,
    number_of_readers: String(row.readers),
    number_of_acu_panels: String(row.panels),
    requested_date: row.requested_date,
    site_notes: row.site_notes,
    existing_platform: row.existing_platform,
    additional_info: row.additional_info,
    custom_reader_rate: dollars(row.custom_reader_rate_cents),
    is_promotional_pricing: row.is_promotional_pricing,
    promotional_end_date: row.promotional_end_date,
    is_active: row.is_active,
    status: row.status,
    created_at: row.created_at,
    company_name: row.company_name,
    requested_readers: row.requested_readers === null ? null : String(row.requested_readers),
    requested_readers_note: row.requested_readers_note,
    panels_raised: row.panels_raised,
    order_id: row.order_id,
    paid_amount: row.order_id === null ? 0 : dollarsFromCents(row.price_cents),
    paid_in_test_mode: row.paid_in_test_mode,
  };
}

/** A site with what a reader of it costs on the next billing date, for its own company. */
export function toSiteWithRate(row: SiteRow, rate: Rate | null, judgedOn: Day): SiteWithRate {
  if (rate === null) return { ...toSite(row), rate };
  const { cents, source } = rate;
  return { ...toSite(row), rate: { reader_rate: dollarsFromCents(cents), source, judged_on: judgedOn } };
}

/**
 * A site as somebody of another company views it: what and where it is. Each field is named, so that a new one stays
 * with the site's company (its orders and payments, rates, requests and notes) until it is added here.
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
    site_notes: null,
    additional_info: null,
    custom_reader_rate: null,
    is_promotional_pricing: false,
    promotional_end_date: null,
  };
}

/** A share of a site and who has it. */
export function toSiteUser(row: SiteUserRow): SiteUser {
  return { ...row, access_level: 'viewer' };
}

/** A company, without the card provider's ids. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    company_name: row.company_name,
    company_address: row.company_address,
    company_city: row.company_city,
    company_state: row.company_state,
    company_zip: row.company_zip,
    company_phone: row.company_phone,
    company_email: row.company_email,
    dealer_id: row.dealer_id,
    default_reader_rate: dollars(row.default_reader_rate_cents),
    promotional_reader_rate: dollars(row.promotional_rate_cents),
    promotional_months: row.promotional_months,
    promotional_pricing_active: row.promotional_pricing_active,
    promotional_start_date: row.promotional_start_date,
    promotional_license_pricing: row.promotional_license_pricing,
    demo_pricing: row.demo_pricing,
    equipment_purchases_enabled: row.equipment_purchases_enabled,
    is_demo_account: row.is_demo,
    created_at: row.created_at,
  };
}

/** A message of the contact form, in the spec's names. */
export function toContactMessage(row: ContactRow): ContactMessage {
  return {
    id: row.id,
    contact_name: row.name,
    contact_email: row.email,
    contact_phone: row.phone,
    contact_subject: row.subject,
    contact_message: row.message,
    status: row.status as ContactStatus,
    created_at: row.created_at,
    answered_at: row.answered_at,
  };
}

/** A mail of the outbox, without what it says. */
export function toMail(row: OutboxRow): Mail {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status as MailStatus,
    attempts: row.attempts,
    last_error: row.last_error,
    user_id: row.user_id,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at,
    sent_at: row.sent_at,
    is_secret: row.is_secret,
  };
}
