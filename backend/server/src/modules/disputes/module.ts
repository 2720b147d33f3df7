import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { mailBothSidesOnDispute } from './mails.ts';
import type { DisputePorts } from './ports.ts';
import { disputeRoutes } from './routes.ts';

/**
 * Questions of dealers about charges, and their answers; shown to users as 'Questions'. The replay of the charge is in
 * modules/audit/replayInvoice.ts.
 */
export const disputes = {
  routes: (ports: DisputePorts): readonly Route[] => [...disputeRoutes(ports)],
  notifications: [mailBothSidesOnDispute] satisfies readonly Notification[],
};
