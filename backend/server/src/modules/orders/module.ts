import { orderMails } from './mails.ts';
import { orderProcesses } from './processes.ts';
import { orderRoutes } from './routes.ts';

export { orderRecord } from './history.ts';
export { makeOrdered } from './paidOrders.ts';
export { type Dealer, dealerOf, findOrder } from './placeOrder.ts';
export type { OrderPorts } from './ports.ts';
export {
  type DealerTerms,
  dealerTerms,
  detailsIn,
  pricedMigration,
  pricedSite,
  refuseHardware,
} from './pricedForms.ts';
export { receiptPaper } from './receipt.ts';
export { refundOfEntry, refuseWhileDisputed } from './refunds.ts';
export { toMigration } from './wire.ts';

/** Orders of sites and migrations: priced, placed, paid, fulfilled or rejected. */
export const orders = {
  routes: orderRoutes,
  processes: orderProcesses,
  notifications: orderMails,
};
