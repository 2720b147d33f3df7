import { paths, portalSettingsSchema } from '@portal/contract';
import { type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';

/** GET and PATCH /api/admin/portal-settings: what administrators may set; a field that is left out stays as it is. */
export function portalSettingsRoutes({ portalSettings }: Pick<RoutePorts, 'portalSettings'>): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.portalSettings,
      access: 'admin',
      handler: async () => ({ body: await portalSettings.read() }),
    }),
    route({
      method: 'PATCH',
      path: paths.admin.portalSettings,
      access: 'admin',
      body: portalSettingsSchema.partial(),
      handler: async ({ body, caller, command }) => ({
        body: await portalSettings.change(body, { userId: caller.id, at: command.time }),
      }),
    }),
  ];
}
