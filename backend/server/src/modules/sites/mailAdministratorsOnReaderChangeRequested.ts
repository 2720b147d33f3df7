import { accountDecider, accountStream, isPresentSite, reveal, siteDecider } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { readerChangeAwaitsDecision } from './readerChangeLetters.ts';

/** Administrators with `admin_site_created` hear that a dealer asks for another reader count. */
export const mailAdministratorsOnReaderChangeRequested = notification({
  name: 'mailAdministratorsOnReaderChangeRequested',
  types: ['ReaderChangeRequested'],
  async write(envelope, ports) {
    const { event } = envelope;
    const { siteId, accountId, readers, note } = event.data;
    const site = await ports.stateBefore(envelope, siteDecider);
    if (!isPresentSite(site)) return [];
    const account = await ports.load(accountStream(accountId), accountDecider);
    const letter = readerChangeAwaitsDecision({
      siteName: site.details.siteName,
      city: reveal(site.details.siteCity),
      state: reveal(site.details.siteState),
      readers: site.readers,
      requested: readers,
      note: note === null ? null : reveal(note),
      company: account.status === 'none' ? 'A dealer' : reveal(account.company.name),
      url: ports.page(`/admin-dashboard/sites/${siteId}/show`),
    });
    return replies('readerChangeAwaitsDecision', await ports.administrators(), 'admin_site_created', letter);
  },
});
