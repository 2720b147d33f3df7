import { isPresentSite, orderDecider, orderStream, type PresentSite, siteDecider } from '@portal/domain';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';
import { siteApproved, siteDeleted, siteInactive } from './letters.ts';
import { siteFacts } from './siteFacts.ts';

/** The company's users hear that a site was approved, deactivated or deleted, each by a flag of its own. */
export const mailDealersOnSiteStatus = notification({
  name: 'mailDealersOnSiteStatus',
  types: ['SiteApproved', 'SiteDeactivated', 'SiteDeleted'],
  async write(envelope, ports) {
    const { event } = envelope;
    // a deleted site has no details any more
    const site = await ports.stateBefore(envelope, siteDecider);
    if (!isPresentSite(site)) return [];
    const facts = siteFacts(site, ports.page('/dealer-dashboard'));
    const users = await ports.usersOfAccount(site.accountId);
    switch (event.type) {
      case 'SiteApproved':
        return replies('siteApproved', users, 'site_approved', siteApproved(facts));
      case 'SiteDeactivated':
        return replies('siteInactive', users, 'site_inactive', siteInactive(facts));
      case 'SiteDeleted':
        if (await isToldByItsOrder(site, ports)) return [];
        return replies(
          'siteDeleted',
          users,
          'site_deleted',
          siteDeleted({ ...facts, reason: event.data.reason }),
        );
    }
  },
});

/** One that was paid for and never approved: the letter about its order tells of the reason and the refund. */
async function isToldByItsOrder(
  { firstActivatedOn, orderId }: Pick<PresentSite, 'firstActivatedOn' | 'orderId'>,
  ports: Pick<NotificationPorts, 'load'>,
): Promise<boolean> {
  if (firstActivatedOn !== null || orderId === null) return false;
  const order = await ports.load(orderStream(orderId), orderDecider);
  return order.status !== 'none' && order.payment !== null;
}
