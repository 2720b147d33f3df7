import type { Process } from '../kernel/process.ts';
import { companies } from '../modules/companies/module.ts';
import { invoices } from '../modules/invoices/module.ts';
import { migrations } from '../modules/migrations/module.ts';
import { orders } from '../modules/orders/module.ts';
import { payments } from '../modules/payments/module.ts';

/** Every process of the portal. Those of one event run in this order. */
export const processes: readonly Process[] = [
  ...companies.processes,
  ...payments.processes,
  ...orders.processes,
  ...migrations.processes,
  ...invoices.processes,
];
