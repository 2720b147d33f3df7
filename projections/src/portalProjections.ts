import { accounts } from './accounts/projector.ts';
import { billingFacts } from './billingFacts/projector.ts';
import { contacts } from './contacts/projector.ts';
import { dealerIds } from './dealerIds/projector.ts';
import { dealerSites } from './dealerSites/projector.ts';
import { disputes } from './disputes/projector.ts';
import { invoiceLines } from './invoiceLines/projector.ts';
import { invoices } from './invoices/projector.ts';
import { migrations } from './migrations/projector.ts';
import { orders } from './orders/projector.ts';
import { payments } from './payments/projector.ts';
import { projectedInvoices } from './projectedInvoices/projector.ts';
import type { Projection } from './runtime/definition.ts';
import { savedCards } from './savedCards/projector.ts';
import { siteActivity } from './siteActivity/projector.ts';
import { siteUsers } from './siteUsers/projector.ts';
import { usernames } from './usernames/projector.ts';
import { users } from './users/projector.ts';

/** All projections of the portal, for {@link startProjections}. */
export const portalProjections: readonly Projection[] = [
  users,
  usernames,
  dealerIds,
  accounts,
  dealerSites,
  projectedInvoices,
  billingFacts,
  contacts,
  siteUsers,
  siteActivity,
  disputes,
  migrations,
  orders,
  invoices,
  invoiceLines,
  savedCards,
  payments,
];
