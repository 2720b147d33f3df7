import { BusinessRefusal } from '../kernel/decider.ts';
import type { SiteEvent } from './events.ts';
import type { PresentSite } from './state.ts';

/** More than this is a fault of the client. */
const MAX_VIEWERS = 50;

/** Ends every share, before the site leaves the company that let the viewers in. */
export const endShares = ({ siteId, accountId, viewers }: PresentSite): readonly SiteEvent[] =>
  viewers.map((userId) => ({ type: 'SiteShareEnded', data: { siteId, accountId, userId } }));

/** Lets another user read the site. */
export function share(site: PresentSite, userId: string): readonly SiteEvent[] {
  if (site.viewers.includes(userId)) return [];
  if (site.viewers.length >= MAX_VIEWERS) {
    const message = `A site can be shared with at most ${MAX_VIEWERS} users.`;
    throw new BusinessRefusal('unprocessable', message, 'username');
  }
  const { siteId, accountId } = site;
  return [{ type: 'SiteShared', data: { siteId, accountId, userId, accessLevel: 'viewer' } }];
}

/** Takes a viewer's access away. */
export function endShare({ siteId, accountId, viewers }: PresentSite, userId: string): readonly SiteEvent[] {
  return viewers.includes(userId) ? [{ type: 'SiteShareEnded', data: { siteId, accountId, userId } }] : [];
}
