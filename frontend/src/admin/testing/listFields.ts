/** What the server's lists may be sorted by; anything else is a 400, here as there. */
export const SORTS: Readonly<Record<string, readonly string[]>> = {
  users: [
    ...[
      'id',
      'username',
      'name',
      'email',
      'company',
      'city',
      'state',
      'dealer_id',
      'is_admin',
      'is_approved',
    ],
    ...['created_at', 'active_sites', 'total_readers', 'projected_monthly_invoice_cents'],
  ],
  sites: [
    ...['id', 'site_name', 'site_city', 'site_state', 'status', 'number_of_readers', 'number_of_acu_panels'],
    ...['requested_date', 'created_at'],
  ],
  accounts: ['id', 'name', 'company_name', 'dealer_id', 'is_demo', 'is_demo_account', 'created_at'],
  migrations: [
    ...['id', 'company_name', 'primary_contact', 'migration_site_name', 'migration_site_city'],
    ...['migration_site_state', 'system7_site_id', 'current_system', 'software_version', 'number_of_readers'],
    ...['number_of_acu_panels', 'requested_migration_date', 'status', 'total_amount', 'created_at'],
  ],
  invoices: [
    ...['id', 'invoice_number', 'company_name', 'period', 'status', 'invoice_date', 'due_date'],
    ...['payment_date', 'total_amount', 'days_overdue', 'created_at'],
  ],
  orders: [
    ...['id', 'order_number', 'company_name', 'kind', 'status', 'total_amount', 'test_mode', 'placed_on'],
    ...['paid_on', 'created_at'],
  ],
  payments: ['id', 'company_name', 'status', 'amount', 'created_at'],
  'billing-runs': ['id', 'period', 'status', 'started_at', 'completed_at', 'issued', 'total'],
  contacts: [
    ...['id', 'contact_name', 'contact_email', 'contact_subject', 'status', 'created_at', 'answered_at'],
  ],
  mails: [
    ...['id', 'kind', 'recipient', 'subject', 'status', 'attempts', 'created_at', 'next_attempt_at'],
    'sent_at',
  ],
};
/** And filtered by. */
export const FILTERS: Readonly<Record<string, readonly string[]>> = {
  users: ['q', 'id', 'account_id', 'dealer_id', 'is_approved', 'is_admin'],
  sites: [
    'q',
    'id',
    'account_id',
    'user_id',
    'status',
    'site_state',
    'software_version',
    'reader_change_requested',
  ],
  accounts: ['q', 'id', 'dealer_id', 'is_demo', 'is_demo_account', 'promotional_pricing_active'],
  migrations: ['q', 'id', 'account_id', 'user_id', 'status', 'order_id', 'current_system'],
  invoices: ['q', 'id', 'account_id', 'user_id', 'status', 'period', 'is_overdue', 'is_demo', 'payment_kind'],
  orders: ['q', 'id', 'account_id', 'kind', 'status', 'test_mode'],
  payments: ['q', 'id', 'account_id', 'status', 'test_mode', 'order_id', 'unclaimed', 'created_at_gte'],
  'billing-runs': ['id', 'period', 'status'],
  contacts: ['q', 'id', 'status', 'contact_subject'],
  mails: ['q', 'id', 'status', 'kind', 'user_id'],
};
