import {
  dealerSitePatchSchema,
  endShareSchema,
  historyEntrySchema,
  MAX_IMPORT_BYTES,
  newSiteSchema,
  orIdAlone,
  paths,
  readerChangeSchema,
  shareSiteSchema,
  siteImportAnswerSchema,
  siteSchema,
  siteStatusSchema,
  siteUserSchema,
  siteWithRateSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { firstOfNextMonth } from '@portal/domain/values';
import {
  type SiteRow,
  siteById,
  siteRate,
  sitesByIds,
  sitesOfAccount,
  sitesSharedWith,
  userById,
  usersOfSite,
} from '@portal/projections';
import { z } from 'zod';
import { decodeText } from '../../platform/csv/readCsv.ts';
import { gathered } from '../../platform/database/gathered.ts';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { readHistory } from '../../platform/history/readHistory.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { inFlight } from '../../platform/http/inFlight.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { dealerOf, dealerTerms, makeOrdered, pricedSite } from '../orders/module.ts';
import { changeOwnSite, editOwnSite } from './editSite.ts';
import { siteRecord } from './history.ts';
import { readSites } from './import/readSites.ts';
import type { SitePorts } from './ports.ts';
import { shareSite } from './sharing.ts';
import { toSite, toSiteUser, toSiteWithRate, toViewedSite } from './wire.ts';

const READS = ['dealerSites', 'accounts'];
const DEALERS_ORDER = 'Sites are ordered by dealers. Please add the site in the admin area.';

const listSchema = z.object({
  status: siteStatusSchema.optional(),
  userId: z.string().max(100).optional(),
  /** `true` for the sites of other companies that the caller may view. */
  shared: z.literal('true').optional(),
});

/** A dealer's own sites, their viewers, requests for another reader count, and the check of a CSV of sites. */
export function siteRoutes(ports: SitePorts): Route[] {
  const rowsOf = gathered(
    async (ids) =>
      new Map((await sitesByIds(ports.db, ids, ports.today())).map((site) => [site.id, site] as const)),
  );
  const rowOf = async (id: string) => (await rowsOf([id])).get(id) ?? null;
  const viewers = async (siteId: string) => (await usersOfSite(ports.db, siteId)).map(toSiteUser);
  const enter = inFlight(1, 'Another file of yours is being checked. Please try again in a moment.');
  return [
    route('GET', paths.sites, 'approved', {
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
    route('POST', paths.sites, 'ordering', {
      summary: 'Order a site, after paying for it',
      answers: { 201: orIdAlone(siteSchema) },
      body: newSiteSchema,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, DEALERS_ORDER);
        const { id, chain } = await makeOrdered(ports.commands, dealer, body, pricedSite, command, ports);
        await visible(chain);
        const site = await rowOf(id);
        return { status: 201, body: site === null ? { id } : toSite(site) };
      },
    }),
    route('GET', paths.site, 'approved', {
      summary: 'One site with its rate',
      answers: { 200: siteWithRateSchema },
      reads: [...READS, 'siteUsers', 'users', 'projectedInvoices'],
      handler: async ({ caller, params: { id } }) => {
        const site = await rowOf(id);
        if (site === null || !(await mayView(ports, caller, site))) throw notFound('Site not found');
        const own = caller.isAdmin || site.account_id === caller.accountId;
        if (!own) return recordAnswer(id, site, toViewedSite);
        const judgedOn = firstOfNextMonth(ports.today());
        const rate = await siteRate(ports.db, site.account_id, id, judgedOn);
        return recordAnswer(id, site, (row) => toSiteWithRate(row, rate, judgedOn));
      },
    }),
    route('PATCH', paths.site, 'ordering', {
      summary: "Change, deactivate or reactivate one's site",
      answers: { 200: orIdAlone(siteSchema) },
      body: dealerSitePatchSchema,
      handler: async (request) => {
        const { body, command } = request;
        const { id } = request.params;
        const dealer = ownerOf(request.caller);
        const current = async () => {
          const site = await rowOf(id);
          return site === null ? null : toSite(site);
        };
        const reader = { kind: 'dealer', accountId: dealer.accountId } as const;
        const record = { name: 'Site', current, reader };
        const { revision } = await withConflicts(ports, request, record, (seenRevision) =>
          editOwnSite(ports.commands, id, body, dealer, command, seenRevision),
        );
        return recordAnswer(id, await rowOf(id), toSite, { revision });
      },
    }),
    route('GET', paths.siteHistory, 'approved', {
      summary: 'What happened to a site, in plain words',
      answers: { 200: z.array(historyEntrySchema) },
      handler: async ({ caller: { accountId, isAdmin }, params }) => {
        if (isAdmin) return { body: await readHistory(ports, siteRecord, params.id, { kind: 'admin' }) };
        if (accountId === null) throw notFound('Site not found');
        return { body: await readHistory(ports, siteRecord, params.id, { kind: 'dealer', accountId }) };
      },
    }),
    route('GET', paths.siteUsers, 'approved', {
      summary: 'Who may view a site',
      answers: { 200: z.array(siteUserSchema) },
      reads: ['siteUsers', 'users', 'dealerSites'],
      handler: async ({ caller, params: { id } }) => {
        const site = await siteById(ports.db, id, ports.today());
        const own = site !== null && (caller.isAdmin || site.account_id === caller.accountId);
        if (!own) throw notFound('Site not found');
        const rows = await viewers(id);
        return listAnswer('site_users', { rows, total: rows.length });
      },
    }),
    route('POST', paths.siteUsers, 'ordering', {
      summary: 'Share a site with a user',
      answers: { 201: orIdAlone(siteUserSchema) },
      body: shareSiteSchema,
      handler: async ({ caller, params: { id }, body, command, visible }) => {
        const dealer = ownerOf(caller);
        const { userId, chain } = await shareSite(ports.commands, id, body.username, dealer, command);
        await visible(chain);
        const share = (await viewers(id)).find((one) => one.user_id === userId);
        return { status: 201, body: share ?? { id: `${id}.${userId}` } };
      },
    }),
    route('DELETE', paths.siteUsers, 'ordering', {
      summary: 'End a share',
      answers: { 200: orIdAlone(siteUserSchema) },
      body: endShareSchema.partial(),
      // some clients send no body with a DELETE
      query: z.object({ user_id: z.string().max(100).optional() }),
      handler: async ({ caller, params: { id }, body, query, command, visible }) => {
        const userId = body.user_id ?? query.user_id;
        if (userId === undefined) throw new HttpProblem(400, 'user_id is required', { path: 'user_id' });
        const before = (await viewers(id)).find((one) => one.user_id === userId);
        const end = { type: 'EndSiteShare', userId } as const;
        await visible(await changeOwnSite(ports.commands, id, ownerOf(caller), end, command));
        return { body: before ?? { id: `${id}.${userId}` } };
      },
    }),
    route('POST', paths.readerChange, 'ordering', {
      summary: 'Ask for another reader count',
      answers: { 201: orIdAlone(siteSchema) },
      body: readerChangeSchema,
      handler: async ({ caller, params: { id }, body, command, visible }) => {
        const dealer = ownerOf(caller);
        const { number_of_readers: readers, note } = body;
        const request = { type: 'RequestReaderChange', readers, note: note || null } as const;
        const asked = { ...request, userId: dealer.userId };
        await visible(await changeOwnSite(ports.commands, id, dealer, asked, command));
        const site = await siteById(ports.db, id, ports.today());
        return { status: 201, body: site === null ? { id } : toSite(site) };
      },
    }),
    route('POST', paths.siteImport, 'ordering', {
      summary: 'Check a CSV of sites; orders nothing',
      answers: { 200: siteImportAnswerSchema },
      rawBody: {
        // some systems treat CSV as an Excel file
        types: ['text/csv', 'text/tab-separated-values', 'application/csv', 'application/vnd.ms-excel'],
        maxBytes: MAX_IMPORT_BYTES,
        otherwise: 'Please send the file as CSV (Content-Type: text/csv)',
      },
      body: z.instanceof(Buffer),
      // changes nothing
      keyed: false,
      limit: ({ caller }) => enter(caller.id),
      handler: async ({ caller, body, http }) => {
        const dealer = dealerOf(caller, DEALERS_ORDER);
        const terms = await dealerTerms(ports.commands, dealer.accountId, ports.now().toISOString());
        const gone = new AbortController();
        http.res.once('close', () => gone.abort(new HttpProblem(400, 'The request broke off')));
        const sites = await sitesOfAccount(ports.db, dealer.accountId, ports.today());
        return { body: await readSites(decodeText(body), terms, sites, gone.signal) };
      },
    }),
  ];
}

/** A dealer's own company's sites and those shared with it; any for an administrator. */
async function mayView(ports: SitePorts, caller: Caller, site: SiteRow): Promise<boolean> {
  if (caller.isAdmin || site.account_id === caller.accountId) return true;
  return (await usersOfSite(ports.db, site.id)).some(({ user_id }) => user_id === caller.id);
}

/** Sites of the caller's account; administrators may name any user. */
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

/** @throws BusinessRefusal not_found for users without a company */
function ownerOf({ id, accountId }: Caller): { readonly userId: string; readonly accountId: string } {
  if (accountId === null) throw notFound('Site not found');
  return { userId: id, accountId };
}
