import { activityQuerySchema, activitySchema, paths } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { readActivity } from './activity.ts';
import type { AuditPorts } from './timeline.ts';

/** The newest of what happened in the portal, page by page. */
export function adminActivityRoutes(ports: AuditPorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.activity,
      access: 'admin',
      summary: 'The newest events of the log in plain words',
      answers: { 200: activitySchema },
      query: activityQuerySchema,
      reads: ['logIndex', 'users', 'accounts', 'dealerSites', 'migrations', 'orders', 'invoices'],
      handler: async ({ query }) => ({ body: await readActivity(ports, query) }),
    }),
  ];
}
