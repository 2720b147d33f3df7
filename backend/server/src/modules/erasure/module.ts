import type { Route } from '../../platform/http/route.ts';
import type { ErasureRoutePorts } from './routes.ts';
import { erasureRoutes } from './routes.ts';

/** Erasing personal data of people and companies. */
export const erasure = {
  routes: (ports: ErasureRoutePorts): readonly Route[] => [...erasureRoutes(ports)],
};
