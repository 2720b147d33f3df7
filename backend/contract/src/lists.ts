/**
 * Fields that the lists of the administration sort and filter by; a list refuses other names with 400. `q` searches,
 * `match` sorts by how well it fits the records' name.
 */
export const LISTS = {
  users: {
    sorts: [
      ...['id', 'username', 'name', 'email', 'company', 'city', 'state', 'dealer_id', 'is_admin'],
      ...['is_approved', 'created_at', 'active_sites', 'total_readers'],
      ...['projected_monthly_invoice_cents', 'match'],
    ],
    filters: ['q', 'id', 'account_id', 'dealer_id', 'is_approved', 'is_admin'],
  },
  accounts: {
    sorts: [
      ...['id', 'name', 'company_name', 'dealer_id', 'is_demo_account', 'created_at', 'match'],
      ...['active_sites', 'projected_monthly', 'open_amount'],
    ],
    filters: ['q', 'id', 'dealer_id', 'is_demo_account', 'promotional_pricing_active'],
  },
  sites: {
    sorts: [
      ...['id', 'site_name', 'company_name', 'site_city', 'site_state', 'status', 'requested_date'],
      ...['number_of_readers', 'number_of_acu_panels', 'created_at', 'match'],
    ],
    filters: [
      ...['q', 'id', 'account_id', 'user_id', 'status', 'site_state', 'software_version'],
      ...['reader_change_requested', 'panels_raised'],
    ],
  },
  migrations: {
    sorts: [
      ...['id', 'company_name', 'primary_contact', 'migration_site_name', 'migration_site_city'],
      ...['migration_site_state', 'system7_site_id', 'current_system', 'software_version', 'status'],
      ...['number_of_readers', 'number_of_acu_panels', 'requested_migration_date'],
      ...['total_amount', 'created_at'],
    ],
    filters: ['q', 'id', 'account_id', 'user_id', 'status', 'order_id', 'current_system'],
  },
  invoices: {
    sorts: [
      ...['id', 'invoice_number', 'company_name', 'period', 'status', 'invoice_date', 'due_date'],
      ...['payment_date', 'total_amount', 'open_amount', 'days_overdue', 'created_at'],
    ],
    filters: [
      ...['q', 'id', 'account_id', 'user_id', 'status', 'period', 'is_overdue', 'overdue', 'is_demo'],
      ...['payment_kind'],
    ],
  },
  orders: {
    sorts: [
      ...['id', 'order_number', 'company_name', 'kind', 'status', 'total_amount', 'test_mode'],
      ...['placed_on', 'paid_on', 'created_at'],
    ],
    filters: ['q', 'id', 'account_id', 'kind', 'status', 'test_mode'],
  },
  payments: {
    sorts: ['id', 'company_name', 'status', 'amount', 'test_mode', 'created_at'],
    filters: [
      ...['q', 'id', 'account_id', 'status', 'test_mode', 'order_id', 'unclaimed', 'refund_failed'],
      ...['created_at_gte'],
    ],
  },
  receivables: {
    sorts: [
      ...['id', 'company_name', 'dealer_id', 'is_demo', 'open_amount', 'current_amount'],
      ...['days_1_30_amount', 'days_31_60_amount', 'days_61_90_amount', 'days_over_90_amount'],
      ...['overdue_amount', 'credit_amount', 'balance', 'last_payment_on', 'next_charge'],
    ],
    filters: ['q', 'id', 'account_id', 'overdue', 'has_credit', 'is_demo'],
  },
  collections: {
    sorts: [
      ...['id', 'invoice_number', 'company_name', 'due_date', 'days_overdue', 'open_amount', 'is_demo'],
      ...['last_reminder_on', 'promised_on'],
    ],
    filters: ['q', 'id', 'account_id', 'age', 'promise', 'is_demo'],
  },
  receipts: {
    sorts: ['id', 'day', 'company_name', 'method', 'amount', 'reference', 'invoice_number'],
    filters: [
      ...['q', 'id', 'account_id', 'method', 'day_gte', 'day_lte', 'is_demo', 'invoice_id', 'order_id'],
      ...['reversed'],
    ],
  },
  'credit-notes': {
    sorts: ['id', 'day', 'company_name', 'invoice_number', 'kind', 'amount', 'reason'],
    filters: ['q', 'id', 'account_id', 'invoice_id', 'kind', 'day_gte', 'day_lte', 'is_demo', 'failed'],
  },
  'bank-lines': {
    sorts: ['id', 'day', 'amount', 'text', 'reference', 'status', 'company_name', 'imported_at'],
    filters: ['q', 'id', 'account_id', 'status', 'day_gte', 'day_lte'],
  },
  'billing-runs': { sorts: ['id', 'period'], filters: ['id', 'period'] },
  disputes: {
    sorts: ['id', 'invoice_number', 'company_name', 'amount', 'status', 'created_at', 'updated_at'],
    filters: ['q', 'id', 'account_id', 'invoice_id', 'site_id', 'status'],
  },
  approvals: {
    sorts: ['id', 'kind', 'amount', 'company_name', 'status', 'created_at', 'decided_at'],
    filters: ['q', 'id', 'account_id', 'kind', 'status', 'requested_by', 'about'],
  },
  notes: {
    sorts: ['id', 'company_name', 'pinned', 'created_at'],
    filters: ['q', 'id', 'account_id', 'about', 'about_id', 'author_id', 'pinned', 'mentions'],
  },
  contacts: {
    sorts: [
      ...['id', 'contact_name', 'contact_email', 'contact_subject', 'status', 'created_at'],
      ...['answered_at'],
    ],
    filters: ['q', 'id', 'status', 'contact_subject'],
  },
  mails: {
    sorts: [
      ...['id', 'kind', 'recipient', 'subject', 'status', 'attempts', 'created_at'],
      ...['next_attempt_at', 'sent_at'],
    ],
    filters: ['q', 'id', 'status', 'kind', 'user_id'],
  },
} as const;

export type ListName = keyof typeof LISTS;
export type SortName<List extends ListName> = (typeof LISTS)[List]['sorts'][number];
export type FilterName<List extends ListName> = (typeof LISTS)[List]['filters'][number];
