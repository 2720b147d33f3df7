import { auditRoutes } from './routes.ts';

export { createInitiators } from './initiators.ts';

/** The audit: timelines, replayed invoices, evidence, what people did. */
export const audit = { routes: auditRoutes };
