import type { Notification } from '../../platform/notifications/notification.ts';
import { mailBothSidesOnDispute } from './mails.ts';
import { disputeRoutes } from './routes.ts';

/**
 * Questions of dealers about charges, and their answers; shown to users as 'Questions'. The replay of the charge is in
 * modules/audit/replayInvoice.ts.
 */
export const disputes = {
  routes: disputeRoutes,
  notifications: [mailBothSidesOnDispute] satisfies readonly Notification[],
};
