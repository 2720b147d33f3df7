import { auditRoutes } from './routes.ts';

export { readActivity } from './activity.ts';
export { createInitiators } from './initiators.ts';

/** The audit: timelines, replayed invoices, evidence, what people did. */
export const audit = { routes: auditRoutes };
