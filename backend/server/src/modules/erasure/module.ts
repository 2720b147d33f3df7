import type { Route } from '../../platform/http/route.ts';
import type { ErasureRoutePorts } from './routes.ts';
import { erasureRoutes } from './routes.ts';

export { createErasure, type Erasure } from './erasure.ts';
export { cardProviderErasureFollower, erasureFollower } from './followers.ts';
export { replacedReadModelsJob, retentionJob } from './jobs.ts';

/** Erasing personal data of people and companies. */
export const erasure = {
  routes: (ports: ErasureRoutePorts): readonly Route[] => [...erasureRoutes(ports)],
};
