import { SITE_BILLING } from '@portal/contract';
import {
  isPresentSite,
  orderDecider,
  orderStream,
  type PresentSite,
  reveal,
  type StoredSiteDetails,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { type Block, button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import {
  type Notification,
  type NotificationPorts,
  notification,
  replies,
} from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

/** @param url the page that the button opens */
function siteFacts(site: { readonly details: StoredSiteDetails; readonly readers: number }, url: string) {
  const { siteName, siteCity, siteState } = site.details;
  return { siteName, city: reveal(siteCity), state: reveal(siteState), readers: site.readers, url };
}

type SiteFacts = ReturnType<typeof siteFacts>;

const factsBlock = (site: SiteFacts): Block =>
  factTable(
    ['Site', site.siteName],
    ['Location', `${site.city}, ${site.state}`],
    ['Readers', String(site.readers)],
  );

/** To the dealer: a text about a site, the site, and a button to the dashboard. */
const toDealer = (
  site: SiteFacts,
  { text, ...head }: Omit<Letter, 'blocks'> & { readonly text: string },
): Letter => ({ ...head, blocks: [text, factsBlock(site), button('Open the dashboard', site.url)] });

interface ReaderChangeFacts extends SiteFacts {
  readonly requested: number;
}

const readerFactsBlock = (site: ReaderChangeFacts, now: string): Block =>
  factTable(
    ['Site', site.siteName],
    ['Location', `${site.city}, ${site.state}`],
    [now, String(site.readers)],
    ['Readers requested', String(site.requested)],
  );

/** Mails the company's users (`site_created`) about an ordered or added site. */
const mailDealersOnSiteCreated = notification({
  name: 'mailDealersOnSiteCreated',
  types: ['SiteRequested', 'SiteAdded'],
  async write({ event }, ports) {
    // a migration has its own mail
    if (event.type === 'SiteAdded' && event.data.migrationId !== null) return [];
    const { accountId, readers, ...details } = event.data;
    const facts = siteFacts({ details, readers }, ports.page('/dealer-dashboard'));
    const letter = event.type === 'SiteRequested' ? siteCreated(facts) : siteAdded(facts);
    return replies('siteCreated', await ports.usersOfAccount(accountId), 'site_created', letter);
  },
});

export const siteCreated = (site: SiteFacts): Letter =>
  toDealer(site, {
    subject: 'We received your site request',
    preheader: `${site.siteName} is waiting for approval.`,
    title: 'Site request received',
    text: 'Thank you. Your site is waiting for approval. You will get an email once it is active.',
  });

/** To the dealer (`site_created`): a site added by an administrator, active at once. */
export const siteAdded = (site: SiteFacts): Letter =>
  toDealer(site, {
    subject: 'A site was added to your account',
    preheader: `${site.siteName} is active.`,
    title: 'A site was added',
    text: `A site was added to your account. It is active, and ${SITE_BILLING.on}.`,
  });

/** Mails administrators (`admin_site_created`) about a site that is waiting for approval. */
const mailAdministratorsOnSiteRequested = notification({
  name: 'mailAdministratorsOnSiteRequested',
  types: ['SiteRequested'],
  async write({ event }, ports) {
    const { siteId, accountId, readers, ...details } = event.data;
    const letter = siteAwaitsApproval({
      ...siteFacts({ details, readers }, ports.page(`/admin-dashboard/sites/${siteId}/show`)),
      company: await companyNameOf(ports, accountId),
    });
    return replies('siteAwaitsApproval', await ports.administrators(), 'admin_site_created', letter);
  },
});

export function siteAwaitsApproval(site: SiteFacts & { readonly company: string }): Letter {
  return {
    subject: 'A site is waiting for approval',
    preheader: `${site.company} ordered ${site.siteName}.`,
    title: 'A site is waiting for approval',
    blocks: [`${site.company} ordered a new site.`, factsBlock(site), button('Review the site', site.url)],
  };
}

/** Mails the company's users about an approved, deactivated or deleted site, each by its own flag. */
const mailDealersOnSiteStatus = notification({
  name: 'mailDealersOnSiteStatus',
  types: ['SiteApproved', 'SiteDeactivated', 'SiteDeleted'],
  async write(envelope, ports) {
    const { event } = envelope;
    // the state before would be read from the whole stream; only a deleted site, which has no details, needs it
    const now = await ports.load(siteStream(event.data.siteId), siteDecider);
    const site = isPresentSite(now) ? now : await ports.stateBefore(envelope, siteDecider);
    if (!isPresentSite(site)) return [];
    const facts = siteFacts(site, ports.page('/dealer-dashboard'));
    const users = await ports.usersOfAccount(site.accountId);
    switch (event.type) {
      case 'SiteApproved':
        return replies('siteApproved', users, 'site_approved', siteApproved(facts));
      case 'SiteDeactivated':
        return replies('siteInactive', users, 'site_inactive', siteInactive(facts));
      case 'SiteDeleted': {
        if (await isMailedByOrder(site, ports)) return [];
        const letter = siteDeleted({ ...facts, reason: event.data.reason });
        return replies('siteDeleted', users, 'site_deleted', letter);
      }
    }
  },
});

export const siteApproved = (site: SiteFacts): Letter =>
  toDealer(site, {
    subject: 'Your site is active',
    preheader: `${site.siteName} was approved.`,
    title: 'Your site is active',
    text: `Your site was approved. It comes with technical support, and your users have access. It is ${SITE_BILLING.on}.`,
  });

export const siteInactive = (site: SiteFacts): Letter =>
  toDealer(site, {
    subject: 'Your site was deactivated',
    preheader: `${site.siteName} is inactive.`,
    title: 'Your site was deactivated',
    text: `The site's users have lost access, and support is limited. It is ${SITE_BILLING.off}. ${SITE_BILLING.issued} You can reactivate the site on your dashboard at any time.`,
  });

export function siteDeleted(site: SiteFacts & { readonly reason: string | null }): Letter {
  return {
    subject: 'Your site was deleted',
    preheader: `${site.siteName} was removed by an administrator.`,
    title: 'Your site was deleted',
    blocks: [
      'An administrator removed the site. Invoices already issued do not change.',
      factsBlock(site),
      ...reasonGiven(site.reason),
    ],
  };
}

/** For a paid site that was never approved, the order's mail gives reason and refund. */
async function isMailedByOrder(
  { firstActivatedOn, orderId }: Pick<PresentSite, 'firstActivatedOn' | 'orderId'>,
  ports: Pick<NotificationPorts, 'load'>,
): Promise<boolean> {
  if (firstActivatedOn !== null || orderId === null) return false;
  const order = await ports.load(orderStream(orderId), orderDecider);
  return order.status !== 'none' && order.payment !== null;
}

/** Mails administrators (`admin_site_created`) about a dealer's request for another reader count. */
const mailAdministratorsOnReaderChangeRequested = notification({
  name: 'mailAdministratorsOnReaderChangeRequested',
  types: ['ReaderChangeRequested'],
  async write(envelope, ports) {
    const { event } = envelope;
    const { siteId, accountId, readers, note } = event.data;
    const site = await ports.stateBefore(envelope, siteDecider);
    if (!isPresentSite(site)) return [];
    const letter = readerChangeAwaitsDecision({
      ...siteFacts(site, ports.page(`/admin-dashboard/sites/${siteId}/show`)),
      requested: readers,
      note: note === null ? null : reveal(note),
      company: await companyNameOf(ports, accountId),
    });
    return replies('readerChangeAwaitsDecision', await ports.administrators(), 'admin_site_created', letter);
  },
});

export function readerChangeAwaitsDecision(
  site: ReaderChangeFacts & { readonly company: string; readonly note: string | null },
): Letter {
  return {
    subject: 'A reader change needs your decision',
    preheader: `${site.company} asks for ${site.requested} readers at ${site.siteName}.`,
    title: 'A dealer requests a different reader count',
    blocks: [
      `${site.company} asks for ${site.requested} instead of ${site.readers} readers.`,
      readerFactsBlock(site, 'Readers now'),
      ...(site.note === null ? [] : [`Note: ${site.note}`]),
      button('Review the request', site.url),
    ],
  };
}

/** Mails the answer to the user who asked for another reader count, regardless of flags. */
const mailDealerOnReaderChangeAnswered = notification({
  name: 'mailDealerOnReaderChangeAnswered',
  types: ['ReaderCountChanged', 'ReaderChangeDeclined'],
  async write(envelope, ports) {
    const { event } = envelope;
    const site = await ports.stateBefore(envelope, siteDecider);
    // administrators also change counts unasked
    if (!isPresentSite(site) || site.readerChange === null) return [];
    const { readers: requested, userId } = site.readerChange;
    const facts = { ...siteFacts(site, ports.page(`/sites/${site.siteId}`)), requested };
    const asked = (await ports.usersOfAccount(site.accountId)).filter(({ id }) => id === userId);
    if (event.type === 'ReaderCountChanged') {
      const letter = readerChangeGranted({ ...facts, granted: event.data.readers });
      return replies('readerChangeGranted', asked, null, letter);
    }
    const letter = readerChangeDeclined({ ...facts, supportEmail: ports.supportEmail });
    return replies('readerChangeDeclined', asked, null, letter);
  },
});

/** To the user who asked. `granted`: the new count, maybe not the one asked for. */
export function readerChangeGranted(site: ReaderChangeFacts & { readonly granted: number }): Letter {
  const asked = site.granted === site.requested;
  return {
    subject: 'Your reader change was made',
    preheader: `${site.siteName} has ${site.granted} readers.`,
    title: 'Your reader change was made',
    blocks: [
      asked
        ? `The site has ${site.granted} readers now. They are billed from the next invoice.`
        : `An administrator set the site to ${site.granted} readers, not the ${site.requested} you asked for. They are billed from the next invoice.`,
      readerFactsBlock(site, 'Readers before'),
      button('Open the site', site.url),
    ],
  };
}

export function readerChangeDeclined(site: ReaderChangeFacts & { readonly supportEmail: string }): Letter {
  return {
    subject: 'Your reader change was declined',
    preheader: `${site.siteName} keeps its ${site.readers} readers.`,
    title: 'Your reader change was declined',
    blocks: [
      `An administrator declined your request; the site keeps its ${site.readers} readers. If you have questions, please write to ${site.supportEmail}.`,
      readerFactsBlock(site, 'Readers'),
      button('Open the site', site.url),
    ],
  };
}

/** Mails about sites. */
export const siteMails: readonly Notification[] = [
  mailDealersOnSiteCreated,
  mailAdministratorsOnSiteRequested,
  mailDealersOnSiteStatus,
  mailAdministratorsOnReaderChangeRequested,
  mailDealerOnReaderChangeAnswered,
];
