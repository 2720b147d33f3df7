/**
 * What a change of a site's status means for its invoices. They are dated the 1st, for the month that begins, from the
 * sites that are active then, without proration: a change counts from the next billing date on.
 */
export const SITE_BILLING = {
  on: 'included in monthly billing from the next billing date on',
  off: 'no longer billed from the next billing date on',
  issued: 'Invoices already issued do not change.',
} as const;
