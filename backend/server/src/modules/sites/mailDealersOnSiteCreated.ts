import { notification, replies } from '../../platform/notifications/notification.ts';
import { siteAdded, siteCreated } from './letters.ts';
import { siteFacts } from './siteFacts.ts';

/** The company's users with `site_created` hear of a site that was ordered, or added for them. */
export const mailDealersOnSiteCreated = notification({
  name: 'mailDealersOnSiteCreated',
  types: ['SiteRequested', 'SiteAdded'],
  async write({ event }, ports) {
    // a migration's own letter tells that it became a site
    if (event.type === 'SiteAdded' && event.data.migrationId !== null) return [];
    const { accountId, readers, ...details } = event.data;
    const facts = siteFacts({ details, readers }, ports.page('/dealer-dashboard'));
    const letter = event.type === 'SiteRequested' ? siteCreated(facts) : siteAdded(facts);
    return replies('siteCreated', await ports.usersOfAccount(accountId), 'site_created', letter);
  },
});
