import {
  endShareSchema,
  orIdAlone,
  paths,
  readerChangeSchema,
  shareSiteSchema,
  siteSchema,
  siteUserSchema,
} from '@portal/contract';
import { siteById, usersOfSite } from '@portal/projections';
import { z } from 'zod';
import { HttpProblem, notFound } from '../../platform/http/errors.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Caller, pattern, type Route, route } from '../../platform/http/route.ts';
import type { SitePorts } from './ports.ts';
import { requestReaderChange } from './readerChange.ts';
import { endSiteShare, shareSite } from './shareSite.ts';
import { toSite, toSiteUser } from './wire.ts';

/** What a dealer asks for about an own site: viewers of it, and another reader count (an administrator decides). */
export function siteRequestRoutes(ports: SitePorts): Route[] {
  const viewers = async (siteId: string) => (await usersOfSite(ports.db, siteId)).map(toSiteUser);
  return [
    route({
      method: 'GET',
      path: pattern(paths.siteUsers),
      access: 'approved',
      summary: 'Who may view a site',
      answers: { 200: z.array(siteUserSchema) },
      reads: ['siteUsers', 'users', 'dealerSites'],
      handler: async ({ caller, params }) => {
        const id = params.id;
        const site = await siteById(ports.db, id, ports.today());
        const own = site !== null && (caller.isAdmin || site.account_id === caller.accountId);
        if (!own) throw notFound('Site not found');
        const rows = await viewers(id);
        return listAnswer('site_users', { rows, total: rows.length });
      },
    }),
    route({
      method: 'POST',
      path: pattern(paths.siteUsers),
      access: 'approved',
      summary: 'Share a site with a user',
      answers: { 201: orIdAlone(siteUserSchema) },
      body: shareSiteSchema,
      handler: async ({ caller, params, body, command, visible }) => {
        const id = params.id;
        const dealer = dealerOf(caller);
        const { userId, chain } = await shareSite(ports.commands, id, body.username, dealer, command);
        await visible(chain);
        const share = (await viewers(id)).find((one) => one.user_id === userId);
        return { status: 201, body: share ?? { id: `${id}.${userId}` } };
      },
    }),
    route({
      method: 'DELETE',
      path: pattern(paths.siteUsers),
      access: 'approved',
      summary: 'End a share',
      answers: { 200: orIdAlone(siteUserSchema) },
      body: endShareSchema.partial(),
      // some clients send no body with a DELETE
      query: z.object({ user_id: z.string().max(100).optional() }),
      handler: async ({ caller, params, body, query, command, visible }) => {
        const id = params.id;
        const userId = body.user_id ?? query.user_id;
        if (userId === undefined) throw new HttpProblem(400, 'user_id is required', { path: 'user_id' });
        const before = (await viewers(id)).find((one) => one.user_id === userId);
        await visible(await endSiteShare(ports.commands, id, userId, dealerOf(caller), command));
        return { body: before ?? { id: `${id}.${userId}` } };
      },
    }),
    route({
      method: 'POST',
      path: pattern(paths.readerChange),
      access: 'approved',
      summary: 'Ask for another reader count',
      answers: { 201: orIdAlone(siteSchema) },
      body: readerChangeSchema,
      handler: async ({ caller, params, body, command, visible }) => {
        const id = params.id;
        const request = { readers: body.number_of_readers, note: body.note || null };
        await visible(await requestReaderChange(ports.commands, id, request, dealerOf(caller), command));
        const site = await siteById(ports.db, id, ports.today());
        return { status: 201, body: site === null ? { id } : toSite(site) };
      },
    }),
  ];
}

/** An administrator without a company has no sites of its own. */
function dealerOf({ id, accountId }: Caller): { readonly userId: string; readonly accountId: string } {
  if (accountId === null) throw notFound('Site not found');
  return { userId: id, accountId };
}
