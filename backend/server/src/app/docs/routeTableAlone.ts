import type { Route } from '../../platform/http/route.ts';
import { portalRoutes } from '../compose/routeTable.ts';

/** The route table of a portal that was never started: to be read, not called. */
export function routeTableAlone(): readonly Route[] {
  const nothing: object = new Proxy(() => nothing, { get: () => nothing });
  return portalRoutes(
    nothing as Parameters<typeof portalRoutes>[0],
    nothing as Parameters<typeof portalRoutes>[1],
    nothing as Parameters<typeof portalRoutes>[2],
    [],
  );
}
