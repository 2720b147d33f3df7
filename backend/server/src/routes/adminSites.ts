import { adminSitePatchSchema, listQuerySchema, paths, siteStatusSchema } from '@portal/contract';
import { listSites, siteById, userById } from '@portal/projections';
import { z } from 'zod';
import { changeSiteStatus } from '../commands/changeSiteStatus.ts';
import { notFound } from '../edge/errors.ts';
import { listAnswer } from '../edge/listAnswer.ts';
import { pattern, type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';
import { toSite } from './wire.ts';

const READS = ['dealerSites', 'accounts', 'users'];

/** The spec's flat parameters stand beside react-admin's and merge into its filter. */
const listSchema = listQuerySchema.extend({
  status: siteStatusSchema.optional(),
  userId: z.string().max(100).optional(),
});

/** The admin's sites: list, one, and PATCH {status} as the verbs approve, deactivate, reactivate (decisions, Data). */
export function adminSiteRoutes(ports: RoutePorts): Route[] {
  /** Filter by the account of a user, as the dealer billing page asks; an unknown user has no sites. */
  async function filterOf(query: z.output<typeof listSchema>): Promise<Record<string, unknown>> {
    const { filter, status, userId } = query;
    const merged = { ...filter, ...(status === undefined ? {} : { status }) };
    if (userId === undefined) return merged;
    const user = await userById(ports.db, userId, ports.today());
    return user?.account_id == null ? { ...merged, id: [] } : { ...merged, account_id: user.account_id };
  }

  const one = async (id: string) => {
    const site = await siteById(ports.db, id, ports.today());
    return site === null ? null : toSite(site);
  };

  return [
    route({
      method: 'GET',
      path: paths.admin.sites,
      access: 'admin',
      query: listSchema,
      reads: READS,
      handler: async ({ query }) => {
        const { sort, range } = query;
        const filter = await filterOf(query);
        const { rows, total } = await listSites(ports.db, { filter, sort, range }, ports.today());
        return listAnswer('sites', { rows: rows.map(toSite), total }, range?.[0]);
      },
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.site),
      access: 'admin',
      reads: READS,
      handler: async ({ params }) => {
        const site = await one(params.id ?? '');
        if (site === null) throw notFound('Site not found');
        return { body: site };
      },
    }),
    route({
      method: 'PATCH',
      path: pattern(paths.admin.site),
      access: 'admin',
      body: adminSitePatchSchema,
      handler: async ({ params, body, command, visible }) => {
        const id = params.id ?? '';
        if (body.status !== undefined) {
          await visible(await changeSiteStatus(ports.commands, id, body.status, null, command));
        }
        const site = await one(id);
        if (site === null && body.status === undefined) throw notFound('Site not found');
        return { body: site ?? { id } };
      },
    }),
  ];
}
