import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminOrderRoutes } from './adminRoutes.ts';
import { payWhatAPaymentIsFor } from './allocatePayment.ts';
import { makeWhatAPaidOrderAsksFor } from './fulfilPaidOrder.ts';
import { mailDealerReceiptOnOrderPaid } from './mailDealerReceiptOnOrderPaid.ts';
import { mailDealersOnOrderRejected } from './mailDealersOnOrderRejected.ts';
import type { OrderPorts } from './ports.ts';
import { rejectOrderOfDeletedRequest } from './rejectOrderOfDeletedRequest.ts';
import { endWhatAFailedPaymentWasFor } from './releaseFailedPayment.ts';
import { orderRoutes } from './routes.ts';
import { takeBackWhatWasRejected } from './takeBackWhatWasRejected.ts';

/** Orders of sites and migrations: priced, placed, paid, fulfilled or rejected. */
export const orders = {
  routes: (ports: OrderPorts): readonly Route[] => [...orderRoutes(ports), ...adminOrderRoutes(ports)],
  processes: [
    payWhatAPaymentIsFor,
    endWhatAFailedPaymentWasFor,
    makeWhatAPaidOrderAsksFor,
    rejectOrderOfDeletedRequest,
    takeBackWhatWasRejected,
  ] satisfies readonly Process[],
  notifications: [mailDealerReceiptOnOrderPaid, mailDealersOnOrderRejected] satisfies readonly Notification[],
};
