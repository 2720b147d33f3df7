import { ordersToMatch } from '@portal/projections';
import type { RoutePorts } from '../../app/routePorts.ts';
import type { PaidOrders } from './paidOrders.ts';

/** Orders alike that are looked at; more of the same price are older than anybody waits for. */
const MOST_CANDIDATES = 10;

/** The orders behind forms that have to be paid for. */
export function paidOrders(ports: Pick<RoutePorts, 'db' | 'payments'>): PaidOrders {
  return {
    payments: ports.payments,
    candidates: (accountId, wanted) =>
      ordersToMatch(ports.db, accountId, { ...wanted, most: MOST_CANDIDATES }),
  };
}
