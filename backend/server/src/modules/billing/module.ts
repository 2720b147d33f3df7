import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { adminBillingRoutes } from './adminRoutes.ts';
import { mailDealersOnRateAnnounced } from './mailDealersOnRateAnnounced.ts';
import type { BillingRoutePorts } from './ports.ts';
import { billingSummaryRoutes } from './summaryRoutes.ts';

/** Monthly billing: run, price, preview, issue, reissue, remind. */
export const billing = {
  routes: (ports: BillingRoutePorts): readonly Route[] => [
    ...adminBillingRoutes(ports),
    ...billingSummaryRoutes(ports),
  ],
  notifications: [mailDealersOnRateAnnounced] satisfies readonly Notification[],
};
