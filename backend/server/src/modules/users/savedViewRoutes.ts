import { paths, savedViewsSchema } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import type { UserPorts } from './ports.ts';
import { keepViews, savedViewsOf } from './savedViews.ts';

/** The lists that the administrator who calls keeps. */
export function adminSavedViewRoutes({ db }: Pick<UserPorts, 'db'>): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.savedViews,
      access: 'admin',
      summary: 'The lists one keeps',
      answers: { 200: savedViewsSchema },
      handler: async ({ caller }) => ({ body: await savedViewsOf(db, caller.id) }),
    }),
    route({
      method: 'PUT',
      path: paths.admin.savedViews,
      access: 'admin',
      summary: 'Keep these lists and no others',
      answers: { 200: savedViewsSchema },
      body: savedViewsSchema,
      handler: async ({ caller, body }) => {
        await keepViews(db, caller.id, body);
        return { body };
      },
    }),
  ];
}
