import { unprocessable } from '../kernel/decider.ts';
import type { SiteEvent } from './events.ts';
import type { PresentSite } from './state.ts';

const MAX_VIEWERS = 50;

/** Ends every share, before the site leaves the company that shared it. */
export const endShares = ({ siteId, accountId, viewers }: PresentSite): readonly SiteEvent[] =>
  viewers.map((userId) => ({ type: 'SiteShareEnded', data: { siteId, accountId, userId } }));

export function share(site: PresentSite, userId: string): readonly SiteEvent[] {
  if (site.viewers.includes(userId)) return [];
  if (site.viewers.length >= MAX_VIEWERS) {
    throw unprocessable(`A site can be shared with at most ${MAX_VIEWERS} users.`, 'username');
  }
  const { siteId, accountId } = site;
  return [{ type: 'SiteShared', data: { siteId, accountId, userId, accessLevel: 'viewer' } }];
}

export function endShare({ siteId, accountId, viewers }: PresentSite, userId: string): readonly SiteEvent[] {
  return viewers.includes(userId) ? [{ type: 'SiteShareEnded', data: { siteId, accountId, userId } }] : [];
}
