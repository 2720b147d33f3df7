import { dealerSitePatchSchema, newSiteSchema, paths, siteStatusSchema } from '@portal/contract';
import { siteById, sitesOfAccount, userById } from '@portal/projections';
import { z } from 'zod';
import { changeSiteDetails } from '../commands/changeSiteDetails.ts';
import { changeSiteStatus } from '../commands/changeSiteStatus.ts';
import { createSite } from '../commands/createSite.ts';
import { HttpProblem, notFound } from '../edge/errors.ts';
import { listAnswer } from '../edge/listAnswer.ts';
import { type Caller, pattern, type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';
import { toSite } from './wire.ts';

const READS = ['dealerSites', 'accounts'] as const;

const listSchema = z.object({
  status: siteStatusSchema.optional(),
  userId: z.string().max(100).optional(),
});

/** GET and POST /api/sites, PATCH /api/sites/{id}: a dealer's own (docs: security, Who may do what). */
export function siteRoutes(ports: RoutePorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.sites,
      access: 'approved',
      query: listSchema,
      reads: [...READS],
      handler: async ({ caller, query }) => {
        const accountId = await accountToList(ports, caller, query.userId);
        const rows =
          accountId === null ? [] : await sitesOfAccount(ports.db, accountId, ports.today(), query.status);
        return listAnswer('sites', { rows: rows.map(toSite), total: rows.length });
      },
    }),
    route({
      method: 'POST',
      path: paths.sites,
      access: 'approved',
      body: newSiteSchema,
      handler: async ({ caller, body, command, visible }) => {
        const owner = { userId: caller.id, accountId: companyOf(caller) };
        const { siteId, chain } = await createSite(ports.commands, owner, body, command);
        await visible(chain);
        const site = await siteById(ports.db, siteId, ports.today());
        return { status: 201, body: site === null ? { id: siteId } : toSite(site) };
      },
    }),
    route({
      method: 'PATCH',
      path: pattern(paths.site),
      access: 'approved',
      body: dealerSitePatchSchema,
      handler: async ({ caller, params, body, command, visible }) => {
        const siteId = params.id ?? '';
        if (caller.accountId === null) throw notFound('Site not found');
        const { status, ...details } = body;
        await visible(await changeSiteDetails(ports.commands, siteId, details, caller.accountId, command));
        if (status !== undefined) {
          await visible(await changeSiteStatus(ports.commands, siteId, status, caller.accountId, command));
        }
        const site = await siteById(ports.db, siteId, ports.today());
        return { body: site === null ? { id: siteId } : toSite(site) };
      },
    }),
  ];
}

function companyOf(caller: Caller): string {
  if (caller.accountId === null) {
    throw new HttpProblem(403, 'Sites are ordered by dealers. Please add the site in the admin area.');
  }
  return caller.accountId;
}

/** A dealer lists its own account, by its own id or none; an administrator may name any user, whose account it is. */
async function accountToList(
  ports: RoutePorts,
  caller: Caller,
  userId: string | undefined,
): Promise<string | null> {
  if (userId === undefined || userId === caller.id) return caller.accountId;
  if (!caller.isAdmin) throw notFound('User not found');
  return (await userById(ports.db, userId, ports.today()))?.account_id ?? null;
}
