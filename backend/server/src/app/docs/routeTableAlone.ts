import type { Route } from '../../platform/http/route.ts';
import { portalRoutes, type RoutePorts } from '../compose/routeTable.ts';

/** The route table of a portal that was never started: to be read, not called. */
export function routeTableAlone(): readonly Route[] {
  const nothing: object = new Proxy(() => nothing, { get: () => nothing });
  return portalRoutes(nothing as RoutePorts);
}
