import type {
  Account,
  AdminUser,
  CompanyOverview,
  ContactMessage,
  MailDetail,
  SessionUser,
  Site,
} from '@portal/contract';
import { mapValues, SITE_INPUTS } from '@portal/domain/values';

const NO_MAIL = {
  site_created: true,
  site_approved: true,
  site_inactive: true,
  site_deleted: true,
  invoice_created: true,
  invoice_paid: true,
  admin_site_created: false,
  admin_dealer_registration: false,
  contact_form: false,
};

/** Records as the wire carries them, for specs; each call names what matters to it. */
export function aUser(over: Partial<AdminUser> = {}): AdminUser {
  return {
    id: 'u1',
    account_id: 'c1',
    username: 'acme',
    name: 'Ann Acme',
    email: 'ann@acme.test',
    company: 'Acme Security',
    phone: '7185550123',
    address: '1 Main St',
    city: 'Staten Island',
    state: 'NY',
    zip: '10311',
    experience: null,
    agreeToTerms: true,
    is_admin: false,
    dealer_role: 'owner',
    staff_role: null,
    is_approved: true,
    dealer_id: 'KS0001',
    default_reader_rate: 6.5,
    email_preferences: NO_MAIL,
    second_factor: 'off',
    created_at: '2026-07-04T16:00:00.000Z',
    active_sites: 1,
    total_readers: 12,
    projected_monthly_invoice_cents: 7_800,
    ...over,
  };
}

/** The administrator of the specs. */
export function anAdmin(over: Partial<SessionUser> = {}): SessionUser {
  const { active_sites: _s, total_readers: _r, projected_monthly_invoice_cents: _p, ...user } = aUser();
  return {
    ...user,
    id: 'admin',
    account_id: null,
    username: 'admin',
    name: 'Ada Admin',
    is_admin: true,
    staff_role: 'admin',
    ...over,
  };
}

/** A site of `aUser()`. */
export function aSite(over: Partial<Site> = {}): Site {
  return {
    id: 's1',
    user_id: 'u1',
    account_id: 'c1',
    site_name: 'Depot',
    site_address: '5 Dock Rd',
    site_city: 'Staten Island',
    site_state: 'NY',
    site_zip: '10311',
    hardware: [],
    software_version: null,
    number_of_readers: '12',
    number_of_acu_panels: '1',
    requested_date: '2026-07-04',
    ...mapValues(SITE_INPUTS, () => null),
    existing_platform: null,
    custom_reader_rate: null,
    is_promotional_pricing: false,
    promotional_end_date: null,
    is_active: true,
    status: 'active',
    created_at: '2026-07-04T16:00:00.000Z',
    ...over,
  };
}

/** The company of `aUser()`. */
export function anAccount(over: Partial<Account> = {}): Account {
  return {
    id: 'c1',
    name: 'Ann Acme',
    company_name: 'Acme Security',
    company_address: '1 Main St',
    company_city: 'Staten Island',
    company_state: 'NY',
    company_zip: '10311',
    company_phone: '7185550123',
    company_email: 'ann@acme.test',
    billing_contact: '',
    invoice_emails: '',
    po_number: '',
    dealer_id: 'KS0001',
    default_reader_rate: 6.5,
    promotional_reader_rate: null,
    promotional_months: 24,
    promotional_pricing_active: false,
    promotional_start_date: null,
    promotional_license_pricing: false,
    demo_pricing: false,
    equipment_purchases_enabled: true,
    is_demo_account: true,
    active_sites: 1,
    projected_monthly: 78,
    open_amount: 0,
    has_card: false,
    created_at: '2026-07-04T16:00:00.000Z',
    ...over,
  };
}

/** How `anAccount()` stands: nothing is open, and nothing has happened. */
export function aCompanyOverview(over: Partial<CompanyOverview> = {}): CompanyOverview {
  return {
    is_demo: true,
    recurring: { now: 78, month_start: 78 },
    open: 0,
    open_invoices: 0,
    overdue: 0,
    overdue_invoices: 0,
    overdue_since: null,
    credit: 0,
    last_payment: null,
    promise: null,
    months: [],
    open_questions: 0,
    question: null,
    events: [],
    counts: { sites: 0, invoices: 0, payments: 0, people: 0, history: 0 },
    ...over,
  };
}

/** A message somebody left on the landing page. */
export function aMessage(over: Partial<ContactMessage> = {}): ContactMessage {
  return {
    id: 'm1',
    contact_name: 'Wes Wonder',
    contact_email: 'wes@example.test',
    contact_phone: '7185550199',
    contact_subject: 'new_site',
    contact_message: 'Two doors.\nHow soon?',
    status: 'open',
    created_at: '2026-07-04T16:00:00.000Z',
    answered_at: null,
    ...over,
  };
}

/** A mail of the outbox as its own read answers it. */
export function aMail(over: Partial<MailDetail> = {}): MailDetail {
  return {
    id: 'l1',
    kind: 'dealerApproved',
    recipient: 'ann@acme.test',
    subject: 'Your dealer account is approved',
    status: 'sent',
    attempts: 1,
    last_error: null,
    user_id: 'u1',
    created_at: '2026-07-04T16:00:00.000Z',
    next_attempt_at: null,
    sent_at: '2026-07-04T16:00:02.000Z',
    is_secret: false,
    html: '<h1>Welcome aboard</h1>',
    text: 'Welcome aboard\n\nHello Ann',
    ...over,
  };
}
