import { isPresentSite, reveal, siteDecider } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { readerChangeDeclined, readerChangeGranted } from './readerChangeLetters.ts';

/** The user who asked for another reader count hears the answer, always: it was waited for. */
export const mailDealerOnReaderChangeAnswered = notification({
  name: 'mailDealerOnReaderChangeAnswered',
  types: ['ReaderCountChanged', 'ReaderChangeDeclined'],
  async write(envelope, ports) {
    const { event } = envelope;
    const site = await ports.stateBefore(envelope, siteDecider);
    // an administrator may change the count without having been asked
    if (!isPresentSite(site) || site.readerChange === null) return [];
    const { readers: requested, userId } = site.readerChange;
    const facts = {
      siteName: site.details.siteName,
      city: reveal(site.details.siteCity),
      state: reveal(site.details.siteState),
      readers: site.readers,
      requested,
      url: ports.page(`/sites/${site.siteId}`),
    };
    const asked = (await ports.usersOfAccount(site.accountId)).filter(({ id }) => id === userId);
    return event.type === 'ReaderCountChanged'
      ? replies(
          'readerChangeGranted',
          asked,
          null,
          readerChangeGranted({ ...facts, granted: event.data.readers }),
        )
      : replies(
          'readerChangeDeclined',
          asked,
          null,
          readerChangeDeclined({ ...facts, supportEmail: ports.supportEmail }),
        );
  },
});
