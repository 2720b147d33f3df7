import {
  adminNewSiteSchema,
  adminSitePatchSchema,
  cancelAnnouncedRateSchema,
  listQuerySchema,
  orIdAlone,
  paths,
  readerChangeAnswerSchema,
  reasonSchema,
  siteSchema,
  siteStatusSchema,
} from '@portal/contract';
import type { SiteCommand } from '@portal/domain';
import { listSites, type SiteRow, siteById, userById } from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { historyRoute } from '../../platform/history/readHistory.ts';
import { need } from '../../platform/http/access.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { addSite } from './addSite.ts';
import { cancelAnnouncedSiteRate, changeSite, deleteSite } from './changeSite.ts';
import { editSite } from './editSite.ts';
import { siteRecord } from './history.ts';
import type { SitePorts } from './ports.ts';
import { toSite } from './wire.ts';

const READS = ['dealerSites', 'accounts', 'users'];

/** The spec's flat parameters stand beside react-admin's and merge into its filter. */
const listSchema = listQuerySchema.extend({
  status: siteStatusSchema.optional(),
  userId: z.string().max(100).optional(),
});

/** The admin's sites (S2-7): list, one, add, edit, delete, history, and the answer to a reader request. */
export function adminSiteRoutes(ports: SitePorts): Route[] {
  /** The account of a user, as the dealer billing page asks; an unknown user has no sites. */
  async function byUser(userId: string | undefined) {
    if (userId === undefined) return {};
    const user = await userById(ports.db, userId, ports.today());
    return user?.account_id == null ? { id: [] } : { account_id: user.account_id };
  }

  const row = (id: string) => siteById(ports.db, id, ports.today());
  const shown = (site: SiteRow | null) => (site === null ? null : toSite(site));
  const answer = async (id: string, revision: bigint | null, status?: number) =>
    recordAnswer(id, await row(id), toSite, { revision, status });

  /** PUT sends the whole record; fields that are not in the form change nothing. */
  const edit = (method: 'PATCH' | 'PUT') =>
    route(method, paths.admin.site, 'sites', {
      summary: 'Change, approve, deactivate or reactivate a site',
      answers: { 200: orIdAlone(siteSchema) },
      body: adminSitePatchSchema,
      handler: async (request) => {
        const { caller, body, command } = request;
        const { id } = request.params;
        const { custom_reader_rate: rateCents } = body;
        const before = rateCents === undefined ? null : await row(id);
        if (before !== null && rateCents !== before.custom_reader_rate_cents) need(caller, 'money');
        const record = { name: 'Site', current: async () => shown(await row(id)) };
        const { revision } = await withConflicts(ports, request, record, (seenRevision) =>
          editSite(ports.commands, id, body, command, { reason: body.reason, seenRevision }),
        );
        return answer(id, revision);
      },
    });

  return [
    route('GET', paths.admin.sites, 'staff', {
      summary: 'Sites',
      answers: { 200: z.array(siteSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, userId, ...query } }) => {
        const filter = { ...query.filter, ...given({ status }), ...(await byUser(userId)) };
        const { timeZone } = ports;
        const { rows, total } = await listSites(ports.db, { ...query, filter, timeZone }, ports.today());
        return listAnswer('sites', { rows: rows.map(toSite), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.site, 'staff', {
      summary: 'One site',
      answers: { 200: siteSchema },
      reads: READS,
      handler: async ({ params: { id } }) => recordAnswer(id, found(await row(id), 'Site'), toSite),
    }),
    route('POST', paths.admin.sites, 'sites', {
      summary: 'Add a site, active at once',
      answers: { 201: orIdAlone(siteSchema) },
      body: adminNewSiteSchema,
      handler: async ({ caller, body, command, visible }) => {
        if (body.custom_reader_rate !== null) need(caller, 'money');
        const { siteId, chain, revision } = await addSite(ports.commands, body, command);
        await visible(chain);
        return answer(siteId, revision, 201);
      },
    }),
    edit('PATCH'),
    edit('PUT'),
    route('DELETE', paths.admin.site, 'sites', {
      summary: 'Delete a site',
      answers: { 200: orIdAlone(siteSchema) },
      body: reasonSchema,
      handler: async (request) => {
        const { body, command } = request;
        const { id } = request.params;
        // react-admin expects the deleted record
        const before = shown(await row(id)) ?? { id };
        const record = { name: 'Site', current: async () => before };
        await withConflicts(ports, request, record, (seenRevision) =>
          deleteSite(ports.commands, id, command, { reason: body.reason, seenRevision }),
        );
        return { body: before };
      },
    }),
    historyRoute(ports, paths.admin.siteHistory, siteRecord),
    route('POST', paths.admin.cancelAnnouncedSiteRate, 'money', {
      summary: "Cancel a site's rate that was announced",
      answers: { 200: orIdAlone(siteSchema) },
      body: cancelAnnouncedRateSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const { effective_from: effectiveFrom, confirm_short_notice: shortNoticeConfirmed, reason } = body;
        const rate = { effectiveFrom, shortNoticeConfirmed };
        await visible(await cancelAnnouncedSiteRate(ports.commands, id, rate, command, reason));
        return answer(id, null);
      },
    }),
    route('POST', paths.admin.siteReaderChange, 'sites', {
      summary: "Answer a dealer's request for another reader count",
      answers: { 200: orIdAlone(siteSchema) },
      body: readerChangeAnswerSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const { approved, number_of_readers: readers, reason } = body;
        const decision: SiteCommand = approved
          ? { type: 'ApproveReaderChange', readers }
          : { type: 'DeclineReaderChange' };
        await visible(await changeSite(ports.commands, id, decision, command, reason));
        return answer(id, null);
      },
    }),
  ];
}
