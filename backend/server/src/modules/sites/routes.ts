import {
  dealerSitePatchSchema,
  historyEntrySchema,
  newSiteSchema,
  orIdAlone,
  paths,
  siteSchema,
  siteStatusSchema,
  siteWithRateSchema,
} from '@portal/contract';
import { firstOfNextMonth } from '@portal/domain/values';
import {
  type SiteRow,
  siteById,
  siteRate,
  sitesOfAccount,
  sitesSharedWith,
  userById,
  usersOfSite,
} from '@portal/projections';
import { z } from 'zod';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { readHistory } from '../../platform/history/readHistory.ts';
import { HttpProblem, notFound } from '../../platform/http/errors.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { pollForRow } from '../../platform/http/pollForRow.ts';
import { ifMatchOf } from '../../platform/http/preconditions.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Caller, pattern, type Route, route } from '../../platform/http/route.ts';
import { paidOrders } from '../orders/module.ts';
import { createSite } from './createSite.ts';
import { editOwnSite } from './editOwnSite.ts';
import { siteRecord } from './history.ts';
import type { SitePorts } from './ports.ts';
import { toSite, toSiteWithRate, toViewedSite } from './wire.ts';

const READS = ['dealerSites', 'accounts'];

const listSchema = z.object({
  status: siteStatusSchema.optional(),
  userId: z.string().max(100).optional(),
  /** `true` for the sites of other companies that the caller may view. */
  shared: z.literal('true').optional(),
});

/** GET and POST /api/sites, GET and PATCH /api/sites/{id}: a dealer's own (docs: security, Who may do what). */
export function siteRoutes(ports: SitePorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.sites,
      access: 'approved',
      summary: "Sites of one's company",
      answers: { 200: z.array(siteSchema) },
      query: listSchema,
      reads: [...READS, 'siteUsers'],
      handler: async ({ caller, query }) => {
        const rows = await sitesFor(ports, caller, query);
        const shown = query.shared === undefined ? toSite : toViewedSite;
        return listAnswer('sites', { rows: rows.map(shown), total: rows.length });
      },
    }),
    route({
      method: 'POST',
      path: paths.sites,
      access: 'approved',
      summary: 'Order a site; what it costs is paid before',
      answers: { 201: orIdAlone(siteSchema) },
      body: newSiteSchema,
      handler: async ({ caller, body, command, visible }) => {
        const owner = { userId: caller.id, accountId: companyOf(caller) };
        const orders = paidOrders(ports);
        const { siteId, chain } = await createSite(ports.commands, owner, body, command, orders);
        await visible(chain);
        const site = await pollForRow(() => siteById(ports.db, siteId, ports.today()));
        return { status: 201, body: site === null ? { id: siteId } : toSite(site) };
      },
    }),
    route({
      method: 'GET',
      path: pattern(paths.site),
      access: 'approved',
      summary: 'One site with its rate',
      answers: { 200: siteWithRateSchema },
      reads: [...READS, 'siteUsers', 'users', 'projectedInvoices'],
      handler: async ({ caller, params }) => {
        const id = params.id;
        const site = await siteById(ports.db, id, ports.today());
        if (site === null || !(await mayView(ports, caller, site))) throw notFound('Site not found');
        const own = caller.isAdmin || site.account_id === caller.accountId;
        if (!own) return recordAnswer(id, site, toViewedSite);
        const judgedOn = firstOfNextMonth(ports.today());
        const rate = await siteRate(ports.db, site.account_id, id, judgedOn);
        return recordAnswer(id, site, (row) => toSiteWithRate(row, rate, judgedOn));
      },
    }),
    route({
      method: 'PATCH',
      path: pattern(paths.site),
      access: 'approved',
      summary: "Change, deactivate or reactivate one's site",
      answers: { 200: orIdAlone(siteSchema) },
      body: dealerSitePatchSchema,
      handler: async (request) => {
        const { caller, params, body, command, visible, http } = request;
        const id = params.id;
        const { accountId } = caller;
        if (accountId === null) throw notFound('Site not found');
        const row = () => siteById(ports.db, id, ports.today());
        const current = async () => {
          const site = await row();
          return site === null ? null : toSite(site);
        };
        const record = { name: 'Site', current, reader: { kind: 'dealer', accountId } as const };
        const dealer = { userId: caller.id, accountId };
        const { chain, revision } = await withConflicts(ports, request, record, () =>
          editOwnSite(ports.commands, id, body, dealer, command, ifMatchOf(http)),
        );
        await visible(chain);
        return recordAnswer(id, await row(), toSite, { revision });
      },
    }),
    route({
      method: 'GET',
      path: pattern(paths.siteHistory),
      access: 'approved',
      summary: 'What happened to a site, in plain words',
      answers: { 200: z.array(historyEntrySchema) },
      handler: async ({ caller: { accountId, isAdmin }, params }) => {
        if (isAdmin) return { body: await readHistory(ports, siteRecord, params.id, { kind: 'admin' }) };
        if (accountId === null) throw notFound('Site not found');
        return { body: await readHistory(ports, siteRecord, params.id, { kind: 'dealer', accountId }) };
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

/** A dealer's own company's sites and those shared with it; any for an administrator. */
async function mayView(ports: SitePorts, caller: Caller, site: SiteRow): Promise<boolean> {
  if (caller.isAdmin || site.account_id === caller.accountId) return true;
  return (await usersOfSite(ports.db, site.id)).some(({ user_id }) => user_id === caller.id);
}

/** A dealer lists its own account, by its own id or none; an administrator may name any user, whose account it is. */
async function sitesFor(
  ports: SitePorts,
  caller: Caller,
  { status, userId, shared }: z.output<typeof listSchema>,
): Promise<readonly SiteRow[]> {
  const own = userId === undefined || userId === caller.id;
  if (!own && !caller.isAdmin) throw notFound('User not found');
  if (shared !== undefined) {
    const sites = await sitesSharedWith(ports.db, own ? caller.id : userId, ports.today());
    return status === undefined ? sites : sites.filter((site) => site.status === status);
  }
  const accountId = own
    ? caller.accountId
    : ((await userById(ports.db, userId, ports.today()))?.account_id ?? null);
  return accountId === null ? [] : sitesOfAccount(ports.db, accountId, ports.today(), status);
}
