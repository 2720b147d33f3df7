import { siteDecider, siteStream } from '@portal/domain';
import { rateAnnounced } from '../mail/invoiceLetters.ts';
import { type Reaction, replies } from './reaction.ts';
import { isPresent } from './siteFacts.ts';

/** The company's users hear of a rate that is dated ahead: the agreement promises notice of price changes. */
export const mailDealersOnRateAnnounced: Reaction = {
  name: 'mailDealersOnRateAnnounced',
  types: ['DefaultReaderRateChanged', 'SiteReaderRateChanged'],
  async write({ event }, ports) {
    if (event.type !== 'DefaultReaderRateChanged' && event.type !== 'SiteReaderRateChanged') return [];
    const { accountId, effectiveFrom } = event.data;
    if (effectiveFrom === null) return [];
    const common = { effectiveFrom, invoicingUrl: ports.page('/invoicing') };
    const users = await ports.usersOfAccount(accountId);
    if (event.type === 'DefaultReaderRateChanged') {
      const { rateCents } = event.data;
      return replies('rateAnnounced', users, null, rateAnnounced({ siteName: null, rateCents, ...common }));
    }
    const { siteId, customRateCents: rateCents } = event.data;
    const site = await ports.load(siteStream(siteId), siteDecider);
    if (!isPresent(site)) return [];
    const letter = rateAnnounced({ siteName: site.details.siteName, rateCents, ...common });
    return replies('rateAnnounced', users, null, letter);
  },
};
