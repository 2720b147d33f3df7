import type {
  Account,
  AdminUser,
  ContactMessage,
  InvoiceDetail,
  MigrationRecord,
  Overview,
  Payment,
  Site,
} from '@portal/contract';

interface Records {
  readonly users: readonly AdminUser[];
  readonly sites: readonly Site[];
  readonly migrations: readonly MigrationRecord[];
  readonly contacts: readonly ContactMessage[];
  readonly payments: readonly Payment[];
  readonly invoices: readonly InvoiceDetail[];
  readonly accounts: readonly Account[];
}

const NONE: Overview['oldest'] = {
  ...{
    dealers: null,
    sites: null,
    migrations: null,
    reader_changes: null,
    approvals: null,
    questions: null,
    messages: null,
  },
  ...{ failed_payments: null, disputes: null, failed_refunds: null, unclaimed_payments: null },
  ...{ overdue_invoices: null, parked: null },
};

/** What the overview says of these records. */
export function overviewOf(data: Records): Overview {
  const { users, sites, migrations, contacts, payments, invoices, accounts } = data;
  const portfolio = (isDemo: boolean) => {
    const companies = accounts.filter(({ is_demo_account }) => is_demo_account === isDemo);
    const own = companies.map(({ id }) => id);
    const active = sites.filter(({ status, account_id }) => status === 'active' && own.includes(account_id));
    const cents = users
      .filter(({ account_id }) => account_id !== null && own.includes(account_id))
      .reduce((sum, { projected_monthly_invoice_cents }) => sum + projected_monthly_invoice_cents, 0);
    return {
      companies: companies.length,
      active_sites: active.length,
      active_readers: active.reduce((sum, { number_of_readers }) => sum + Number(number_of_readers), 0),
      projected_monthly: cents / 100,
    };
  };
  return {
    waiting: {
      dealers: users.filter(({ is_approved, is_admin }) => !is_approved && !is_admin).length,
      sites: sites.filter(({ status }) => status === 'pending').length,
      migrations: migrations.filter(({ status }) => status === 'pending').length,
      reader_changes: sites.filter(({ requested_readers }) => requested_readers != null).length,
      approvals: 0,
      questions: 0,
      messages: contacts.filter(({ status }) => status === 'open').length,
      failed_payments: payments.filter(({ status }) => status === 'declined' || status === 'failed').length,
      disputes: payments.filter(({ status }) => status === 'disputed').length,
      failed_refunds: payments.filter(({ refunds }) => refunds.some(({ can_retry }) => can_retry)).length,
      unclaimed_payments: payments.filter(({ unclaimed_amount }) => unclaimed_amount > 0).length,
      overdue_invoices: invoices.filter(({ is_overdue }) => is_overdue).length,
      parked: 0,
    },
    oldest: NONE,
    live: portfolio(false),
    demo: portfolio(true),
    next_billing_date: '2026-08-01',
  };
}
