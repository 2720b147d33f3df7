import { accountDecider, isShortNoticeOfPromotion, siteDecider, siteStream } from '@portal/domain';
import type { PortalEnvelope } from '../commands/execute.ts';
import { announcedRateCanceled, promotionChanged, rateAnnounced } from '../mail/invoiceLetters.ts';
import type { Letter } from '../mail/letter.ts';
import { type Reaction, type ReactionPorts, replies } from './reaction.ts';
import { isPresent } from './siteFacts.ts';

/**
 * The agreement promises notice of price changes: a company's users hear of every new rate, of an announced one that is
 * canceled, and of a promotion that ends or costs more.
 */
export const mailDealersOnRateAnnounced: Reaction = {
  name: 'mailDealersOnRateAnnounced',
  types: [
    'DefaultReaderRateChanged',
    'SiteReaderRateChanged',
    'AnnouncedDefaultRateCanceled',
    'AnnouncedSiteRateCanceled',
    'PromotionalPricingChanged',
  ],
  async write(envelope, ports) {
    const told = await letterOf(envelope, ports);
    if (told === null) return [];
    return replies('rateAnnounced', await ports.usersOfAccount(told.accountId), null, told.letter);
  },
};

/** Null for a change that nobody is told of. */
async function letterOf(
  envelope: PortalEnvelope,
  ports: ReactionPorts,
): Promise<{ readonly accountId: string; readonly letter: Letter } | null> {
  const { event } = envelope;
  const invoicingUrl = ports.page('/invoicing');
  switch (event.type) {
    case 'DefaultReaderRateChanged': {
      const { accountId, rateCents } = event.data;
      const effectiveFrom = dayOf(event.data);
      if (effectiveFrom === null) return null;
      const rate = { siteName: null, rateCents, effectiveFrom, invoicingUrl };
      return { accountId, letter: rateAnnounced(rate) };
    }
    case 'AnnouncedDefaultRateCanceled': {
      const { accountId, effectiveFrom } = event.data;
      return { accountId, letter: announcedRateCanceled({ siteName: null, effectiveFrom, invoicingUrl }) };
    }
    case 'SiteReaderRateChanged': {
      const { accountId, siteId, customRateCents: rateCents } = event.data;
      const effectiveFrom = dayOf(event.data);
      const siteName = await siteNameOf(siteId, ports);
      if (effectiveFrom === null || siteName === null) return null;
      return { accountId, letter: rateAnnounced({ siteName, rateCents, effectiveFrom, invoicingUrl }) };
    }
    case 'AnnouncedSiteRateCanceled': {
      const { accountId, siteId, effectiveFrom } = event.data;
      const siteName = await siteNameOf(siteId, ports);
      if (siteName === null) return null;
      return { accountId, letter: announcedRateCanceled({ siteName, effectiveFrom, invoicingUrl }) };
    }
    case 'PromotionalPricingChanged': {
      const { accountId, ...promotion } = event.data;
      const before = await ports.stateBefore(envelope, accountDecider);
      if (before.status === 'none' || !isShortNoticeOfPromotion(before.promotion, promotion)) return null;
      return { accountId, letter: promotionChanged({ ...promotion, invoicingUrl }) };
    }
    default:
      return null;
  }
}

/** The first day of a rate; null for one that held at once and was stored without its day. */
function dayOf(rate: { readonly effectiveFrom: string | null; readonly savedOn?: string | undefined }) {
  return rate.effectiveFrom ?? rate.savedOn ?? null;
}

/** Null for a site that was deleted since. */
async function siteNameOf(siteId: string, ports: ReactionPorts): Promise<string | null> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  return isPresent(site) ? site.details.siteName : null;
}
