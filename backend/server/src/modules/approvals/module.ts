import type { Notification } from '../../platform/notifications/notification.ts';
import { mailAboutApproval } from './mails.ts';
import { approvalRoutes } from './routes.ts';

export { holdRequest } from './approvals.ts';

/** Changes of staff above a limit, which a second person decides about. */
export const approvals = {
  routes: approvalRoutes,
  notifications: [mailAboutApproval] satisfies readonly Notification[],
};
