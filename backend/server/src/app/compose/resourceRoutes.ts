import type { Resources } from '@portal/contract';
import { paths, resourcesSchema } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';

/** Not public, because the panels' key is part of it. */
export function resourceRoutes(ports: { readonly resources: Resources }): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.resources,
      access: 'approved',
      summary: 'Installation steps, panel settings and downloads',
      answers: { 200: resourcesSchema },
      handler: async () => ({ body: ports.resources }),
    }),
  ];
}
