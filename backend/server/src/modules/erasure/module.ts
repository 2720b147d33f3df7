import { erasurePreviewSchema, paths } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import type { Erasure } from './erasure.ts';

export { createErasure, type Erasure } from './erasure.ts';
export { cardProviderErasureFollower, erasureFollower } from './followers.ts';
export { replacedReadModelsJob, retentionJob } from './jobs.ts';

/** Erasing personal data of people and companies. */
export const erasure = {
  routes: (ports: { readonly erasure: Pick<Erasure, 'preview'> }): readonly Route[] => [
    route('GET', paths.admin.userErasure, 'staff', {
      summary: "What erasing a user's personal data would do, or has done",
      answers: { 200: erasurePreviewSchema },
      handler: async ({ params, caller }) => ({ body: await ports.erasure.preview(params.id, caller.id) }),
    }),
  ],
};
