import type { Route } from '../../platform/http/route.ts';
import { adminActivityRoutes } from './activity.ts';
import type { AuditRoutePorts } from './ports.ts';
import { auditRoutes } from './routes.ts';

export { createInitiators } from './initiators.ts';

/** The audit: timelines, replayed invoices, evidence, what people did. */
export const audit = {
  routes: (ports: AuditRoutePorts): readonly Route[] => [
    ...auditRoutes(ports),
    ...adminActivityRoutes(ports),
  ],
};
