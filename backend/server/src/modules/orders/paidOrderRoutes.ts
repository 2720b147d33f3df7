import { ordersToMatch } from '@portal/projections';
import type { PaidOrders } from './paidOrders.ts';
import type { OrderPorts } from './ports.ts';

/** Orders alike that are looked at; more of the same price are older than anybody waits for. */
const MOST_CANDIDATES = 10;

/** The orders behind forms that have to be paid for. */
export function paidOrders(ports: Pick<OrderPorts, 'db' | 'payments'>): PaidOrders {
  return {
    payments: ports.payments,
    candidates: (accountId, wanted) =>
      ordersToMatch(ports.db, accountId, { ...wanted, most: MOST_CANDIDATES }),
  };
}
