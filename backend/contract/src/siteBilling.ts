/** What a change of a site's status means for invoices: it counts from the next billing date on, without proration (rules B20, B21). */
export const SITE_BILLING = {
  on: 'included in monthly billing from the next billing date on',
  off: 'no longer billed from the next billing date on',
  issued: 'Invoices already issued do not change.',
} as const;
