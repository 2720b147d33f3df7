import {
  type AccountEvent,
  type AccountState,
  accountDecider,
  accountStream,
  isIncrease,
  isPresentSite,
  type OpenAccountState,
  type PresentSite,
  type PriceChange,
  priceChangesOfAccount,
  priceChangesOfSite,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { type Day, formatDay, formatDollars } from '@portal/domain/values';
import type { EnvelopeOf, PortalEnvelope } from '../../kernel/execute.ts';
import { button, factTable, type Letter } from '../../platform/mail/letter.ts';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';
import { siteTermsOf } from './priceAccounts.ts';

const PRICE_CHANGES = [
  'DefaultReaderRateChanged',
  'SiteReaderRateChanged',
  'AnnouncedDefaultRateCanceled',
  'AnnouncedSiteRateCanceled',
  'PromotionalPricingChanged',
  'SiteAssignedToCompany',
] as const;

/**
 * Notifies a company's users of new rates that change their price, of every increase and of canceled announced rates,
 * as the agreement promises.
 */
export const mailDealersOnRateAnnounced = notification({
  name: 'mailDealersOnRateAnnounced',
  types: PRICE_CHANGES,
  async write(envelope, ports) {
    const text = await letterOf(envelope, ports);
    if (text === null) return [];
    const blocks = [...text.blocks, button('Open billing', ports.page('/invoicing'))];
    const users = await ports.usersOfAccount(envelope.event.data.accountId);
    return replies('rateAnnounced', users, null, { ...text, blocks });
  },
});

/** What a letter tells of a rate. */
interface AnnouncedRate {
  /** Null: the company's default rate. */
  readonly siteName: string | null;
  readonly effectiveFrom: Day;
}

/** @param rate.rateCents per reader per month; null: the site goes back to the company's rate */
function rateAnnounced(rate: AnnouncedRate & { readonly rateCents: number | null }): Letter {
  const day = formatDay(rate.effectiveFrom);
  const to =
    rate.rateCents === null
      ? "your company's default rate"
      : `${formatDollars(rate.rateCents)} per reader per month`;
  return {
    subject: `Your reader rate changes on ${day}`,
    preheader: `From ${day} on: ${to}.`,
    title: 'Your reader rate changes',
    blocks: [
      `From ${day} on, the reader rate for ${rate.siteName ?? 'your company'} is ${to}. Invoices dated earlier do not change.`,
      factTable(['For', rate.siteName ?? 'All sites without a custom rate'], ['New rate', to], ['From', day]),
    ],
  };
}

function announcedRateCanceled(rate: AnnouncedRate): Letter {
  const day = formatDay(rate.effectiveFrom);
  return {
    subject: `Your reader rate does not change on ${day}`,
    preheader: `The change announced for ${day} is canceled.`,
    title: 'An announced rate is canceled',
    blocks: [
      `The reader rate announced for ${rate.siteName ?? 'your company'} from ${day} on is canceled. The current rate stays in force.`,
    ],
  };
}

/** Null for a change that needs no mail. */
async function letterOf(
  envelope: EnvelopeOf<(typeof PRICE_CHANGES)[number]>,
  ports: NotificationPorts,
): Promise<Letter | null> {
  const { event } = envelope;
  const { accountId } = event.data;
  const today = ports.billingDay(envelope.metadata.recordedAt);
  switch (event.type) {
    case 'DefaultReaderRateChanged': {
      const effectiveFrom = dayOf(event.data);
      if (effectiveFrom === null) return null;
      const changes = await changesOfAccount(envelope, event, today, ports);
      if (changes.length === 0) return null;
      return rateAnnounced({ siteName: null, rateCents: event.data.rateCents, effectiveFrom });
    }
    case 'AnnouncedDefaultRateCanceled':
      return announcedRateCanceled({ siteName: null, effectiveFrom: event.data.effectiveFrom });
    case 'SiteReaderRateChanged': {
      const effectiveFrom = dayOf(event.data);
      const site = await presentSite(event.data.siteId, ports);
      const account = await openAccount(envelope, accountId, ports);
      if (effectiveFrom === null || site === null || account === null) return null;
      const before = await ports.stateBefore(envelope, siteDecider);
      const after = siteDecider.evolve(before, event);
      if (!isPresentSite(before) || !isPresentSite(after)) return null;
      const changes = priceChangesOfSite(before, after, { before: account, after: account }, today);
      if (changes.length === 0) return null;
      const { siteName } = site.details;
      return rateAnnounced({ siteName, rateCents: event.data.customRateCents, effectiveFrom });
    }
    case 'AnnouncedSiteRateCanceled': {
      const { siteId, effectiveFrom } = event.data;
      const site = await presentSite(siteId, ports);
      return site && announcedRateCanceled({ siteName: site.details.siteName, effectiveFrom });
    }
    case 'SiteAssignedToCompany': {
      const before = await ports.stateBefore(envelope, siteDecider);
      // its current state: a rate saved with the move counts, and has its own letter
      const site = await presentSite(event.data.siteId, ports);
      const from = await openAccount(envelope, event.data.fromAccountId, ports);
      const to = await openAccount(envelope, accountId, ports);
      if (!isPresentSite(before) || site === null || from === null || to === null) return null;
      const increase = priceChangesOfSite(before, site, { before: from, after: to }, today).find(isIncrease);
      if (increase === undefined) return null;
      const { siteName } = site.details;
      return rateAnnounced({ siteName, rateCents: increase.afterCents, effectiveFrom: increase.from });
    }
    case 'PromotionalPricingChanged': {
      const changes = await changesOfAccount(envelope, event, today, ports);
      if (!changes.some(isIncrease)) return null;
      const { active, rateCents, months } = event.data;
      const text =
        active && rateCents !== null
          ? `Your promotional rate is now ${formatDollars(rateCents)} per reader per month, for ${months} months from the start of the promotion or from a later activation of a site.`
          : 'Your promotional pricing has ended. Your default reader rate applies from your next invoice on.';
      return {
        subject: 'Your promotional pricing changes',
        preheader: 'It applies from your next invoice on.',
        title: 'Your promotional pricing changes',
        blocks: [`${text} Issued invoices do not change.`],
      };
    }
  }
}

/** The first day of a rate; null for an immediate one stored without its day. */
function dayOf(rate: { readonly effectiveFrom: string | null; readonly savedOn?: string | undefined }) {
  return rate.effectiveFrom ?? rate.savedOn ?? null;
}

async function changesOfAccount(
  envelope: PortalEnvelope,
  event: AccountEvent,
  today: string,
  ports: NotificationPorts,
): Promise<readonly PriceChange[]> {
  const before: AccountState = await ports.stateBefore(envelope, accountDecider);
  const after = accountDecider.evolve(before, event);
  if (before.status === 'none' || after.status === 'none') return [];
  return priceChangesOfAccount(before, after, await siteTermsOf(ports.db, before.accountId), today);
}

/** Null for a site deleted since. */
async function presentSite(siteId: string, ports: NotificationPorts): Promise<PresentSite | null> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  return isPresentSite(site) ? site : null;
}

/** The company as it stood at the event: a mail that is written late must not compare with later rates. */
async function openAccount(
  envelope: PortalEnvelope,
  accountId: string,
  ports: NotificationPorts,
): Promise<OpenAccountState | null> {
  const account = await ports.stateAt(envelope, accountStream(accountId), accountDecider);
  return account.status === 'none' ? null : account;
}
