import { accountDecider, accountStream, reveal } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { siteAwaitsApproval } from './letters.ts';
import { siteFacts } from './siteFacts.ts';

/** Administrators with `admin_site_created` hear that a site waits for approval. */
export const mailAdministratorsOnSiteRequested = notification({
  name: 'mailAdministratorsOnSiteRequested',
  types: ['SiteRequested'],
  async write({ event }, ports) {
    const { siteId, accountId, readers, ...details } = event.data;
    const account = await ports.load(accountStream(accountId), accountDecider);
    const letter = siteAwaitsApproval({
      ...siteFacts({ details, readers }, ports.page(`/admin-dashboard/sites/${siteId}/show`)),
      company: account.status === 'none' ? 'A dealer' : reveal(account.company.name),
    });
    return replies('siteAwaitsApproval', await ports.administrators(), 'admin_site_created', letter);
  },
});
