import { paths } from '@portal/contract';

/** The admin resources and where the spec puts them (S2-7). */
export const RESOURCE_PATHS: Readonly<Record<string, string>> = {
  users: paths.admin.users,
  companies: paths.admin.accounts,
  sites: paths.admin.sites,
  migrations: paths.admin.migrations,
  /** The Invoicing tab: dealers by what they will be billed. */
  invoicing: paths.admin.users,
  invoices: paths.admin.invoices,
  orders: paths.admin.orders,
  payments: paths.admin.payments,
  'billing-runs': paths.admin.billingRuns,
  disputes: paths.admin.disputes,
  contacts: paths.admin.contacts,
  mails: paths.admin.mails,
};
