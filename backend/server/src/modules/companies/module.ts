import { companyProcesses } from './processes.ts';
import { companyRoutes } from './routes.ts';

export {
  type CompanyCommandPorts,
  changeReaderRate,
  type RateToCancel,
  type RateToSave,
} from './changeAccount.ts';
export {
  accountOnceOpen,
  companyForSites,
  companyNameOf,
  companyRow,
  existingCompany,
  type OrderTaxTerms,
  openAccount,
  orderTaxTerms,
  siteOwner,
} from './company.ts';
export { companyRecord, describeLooks } from './history.ts';
export { recordExport, recordFile, recordLook } from './looks.ts';
export { refuseOnHold } from './orderHold.ts';

/**
 * Companies: terms, rates and promotion, who gets their invoices and their sites. A rate is set by a route of users
 * (users/adminRoutes.ts); the mail about it is in billing/mails.ts.
 */
export const companies = {
  routes: companyRoutes,
  processes: companyProcesses,
};
