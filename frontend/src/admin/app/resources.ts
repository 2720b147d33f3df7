import type { AdminResource } from '../records/waiting.tsx';
import { billingRuns } from '../resources/billingRuns/index.ts';
import { companies } from '../resources/companies/index.ts';
import { contacts } from '../resources/contacts/index.ts';
import { disputes } from '../resources/disputes/index.ts';
import { invoices } from '../resources/invoices/index.ts';
import { invoicing } from '../resources/invoicing/index.ts';
import { mails } from '../resources/mails/index.ts';
import { migrations } from '../resources/migrations/index.ts';
import { orders } from '../resources/orders/index.ts';
import { payments } from '../resources/payments/index.ts';
import { sites } from '../resources/sites/index.ts';
import { users } from '../resources/users/index.ts';

/** Menu, palette, routes and the sections of 'Invoicing' come from these, in this order. */
export const resources: readonly AdminResource[] = [
  users,
  companies,
  sites,
  migrations,
  invoicing,
  invoices,
  orders,
  payments,
  billingRuns,
  disputes,
  contacts,
  mails,
];
