import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import { adminAccountRoutes } from './adminRoutes.ts';
import type { CompanyPorts } from './ports.ts';
import {
  makeFirstUserRecipient,
  openAccountOnDealerRegistered,
  passOnSitesAndInvoices,
} from './processes.ts';
import { accountRoutes } from './routes.ts';

export { changeReaderRate, openAccount, type RateToCancel, type RateToSave } from './changeAccount.ts';
export { companyNameOf } from './companyName.ts';
export { companyRow } from './companyRow.ts';
export { companyRecord } from './history.ts';
export { lastPresentMigration, lastPresentSite } from './lastPresent.ts';
export type { CompanyCommandPorts } from './ports.ts';
export { accountOnceOpen } from './processes.ts';
export { companyForSites, existingCompany, siteOwner } from './siteOwner.ts';

/**
 * Companies: terms, rates and promotion, who gets their invoices and their sites. A rate is set by a route of users
 * (users/adminRoutes.ts); the mail about it is in billing/mails.ts.
 */
export const companies = {
  routes: (ports: CompanyPorts): readonly Route[] => [...accountRoutes(ports), ...adminAccountRoutes(ports)],
  processes: [
    openAccountOnDealerRegistered,
    passOnSitesAndInvoices,
    makeFirstUserRecipient,
  ] satisfies readonly Process[],
};
