import type { Process } from '../kernel/process.ts';
import { approvals } from '../modules/approvals/module.ts';
import { billing } from '../modules/billing/module.ts';
import { books } from '../modules/books/module.ts';
import { companies } from '../modules/companies/module.ts';
import { contacts } from '../modules/contacts/module.ts';
import { disputes } from '../modules/disputes/module.ts';
import { invoices } from '../modules/invoices/module.ts';
import { migrations } from '../modules/migrations/module.ts';
import { notes } from '../modules/notes/module.ts';
import { orders } from '../modules/orders/module.ts';
import { payments } from '../modules/payments/module.ts';
import { sites } from '../modules/sites/module.ts';
import { users } from '../modules/users/module.ts';
import type { Notification } from '../platform/notifications/notification.ts';

/** Every process of the portal. Those of one event run in this order. */
export const processes: readonly Process[] = [
  ...companies.processes,
  ...payments.processes,
  ...orders.processes,
  ...migrations.processes,
  ...invoices.processes,
  ...books.processes,
];

/** Every notification of the portal. */
export const notifications: readonly Notification[] = [
  ...users.notifications,
  ...payments.notifications,
  ...orders.notifications,
  ...sites.notifications,
  ...migrations.notifications,
  ...invoices.notifications,
  ...billing.notifications,
  ...disputes.notifications,
  ...notes.notifications,
  ...approvals.notifications,
  ...contacts.notifications,
];
