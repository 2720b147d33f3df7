// Values that pages show without a form. Apart from the schemas: a page that imports these does not load zod.

/** Kinds of the portal's own checks. */
export const ALERT_KINDS = [
  'billing_run',
  'dead_mail',
  'webhooks',
  'stuck_payment',
  'failed_refund',
  'card_dispute',
  'provider_refund',
  'money_without_user',
  'parked',
  'stuck_process',
  'projection_lag',
  'low_disk',
  'clock',
  'untrusted_proxy',
  'log_proof',
  'damaged_record',
  'unchecked',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Names in settings and mails. */
export const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  billing_run: 'A billing run that is late or left companies out',
  dead_mail: 'Email that could not be delivered',
  webhooks: 'Missing or unprocessed webhooks of the card provider',
  stuck_payment: 'Payments that stay open',
  failed_refund: 'Refunds that failed',
  card_dispute: 'Payments disputed at the bank',
  provider_refund: 'Refunds made at the card provider of several invoices',
  money_without_user: 'Open amounts and credit of companies without users',
  parked: 'Companies that need attention',
  stuck_process: 'Background work that has stopped',
  projection_lag: 'Outdated pages',
  low_disk: 'Little disk space',
  clock: 'Wrong system clock',
  untrusted_proxy: 'A proxy that is not trusted',
  log_proof: 'A log that is not sealed or does not verify',
  damaged_record: 'Records that lost events',
  unchecked: 'Checks that failed',
};

/** Lengths of an alert's snooze. */
export const SNOOZE_HOURS = [1, 4, 24, 72, 168] as const;

/** Values and labels of the subject select (S1-3). */
export const CONTACT_SUBJECTS = {
  dealer_inquiry: 'Dealer Inquiry',
  new_site: 'New Site Setup',
  migration: 'Site Migration',
  support: 'Technical Support',
  other: 'Other',
} as const;

/** Reports of the administration (S2-7). */
export const REPORT_TYPES = [
  'active-sites',
  'active-companies',
  'site-additions',
  'site-deactivations',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** Reports of money, of one mode each (rule B24), and their tabs. */
export const MONEY_REPORTS = {
  'recurring-revenue': 'Recurring Revenue',
  'recurring-companies': 'Recurring by Company',
  'order-income': 'Order Income',
  'sales-tax': 'Sales Tax by State',
  'credits-and-refunds': 'Credits and Refunds',
  ageing: 'Ageing',
  'invoice-register': 'Invoice Register',
} as const;
export type MoneyReportType = keyof typeof MONEY_REPORTS;
export const MONEY_REPORT_TYPES = Object.keys(MONEY_REPORTS) as MoneyReportType[];

/** Kinds of records with a timeline. */
export const AUDIT_KINDS = ['user', 'account', 'site', 'migration', 'invoice', 'order', 'payment'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
