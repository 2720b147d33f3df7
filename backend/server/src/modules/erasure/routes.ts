import { erasurePreviewSchema, paths } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import type { Erasure } from './erasure.ts';

export interface ErasureRoutePorts {
  readonly erasure: Pick<Erasure, 'preview'>;
}

export function erasureRoutes(ports: ErasureRoutePorts): Route[] {
  return [
    route('GET', paths.admin.userErasure, 'admin', {
      summary: "What erasing a user's personal data would do, or has done",
      answers: { 200: erasurePreviewSchema },
      handler: async ({ params, caller }) => ({
        body: await ports.erasure.preview(params.id, caller.id),
      }),
    }),
  ];
}
