import { type ByType, byType } from '../kernel/byType.ts';
import { isUnchanged, withChanges } from '../kernel/changes.ts';
import { type Decider, notFound, paymentRequired, unprocessable } from '../kernel/decider.ts';
import { refuseBadPanels, refuseBadRate, refuseBadReaders } from '../kernel/refusals.ts';
import { canCancel, isRateOn, storedEffectiveFrom, withoutAnnounced, withRate } from '../rates/datedRates.ts';
import type { Day } from '../values/days.ts';
import { MIN_READERS, MIN_READERS_BY_ADMIN } from '../values/limits.ts';
import { asCents } from '../values/money.ts';
import { pickFields } from '../values/recordFields.ts';
import type { AddSite, CreateSite, SiteCommand, StatusChanger } from './commands.ts';
import { type StoredSiteDetails, siteDetailsShape } from './details.ts';
import type { SiteEvent } from './events.ts';
import { approveReaderChange, declineReaderChange, requestReaderChange } from './readerChange.ts';
import { endShare, endShares, share } from './sharing.ts';
import type { PresentSite, SiteState } from './state.ts';

function refuseBadDetails({ siteName, panels }: StoredSiteDetails): void {
  if (siteName.trim() === '') throw unprocessable('Site name is required', 'siteName');
  refuseBadPanels(panels);
}

function create(command: CreateSite): readonly SiteEvent[] {
  const { siteId, accountId, userId, details, readers, requestedDate, priceCents, orderId } = command;
  refuseBadDetails(details);
  refuseBadReaders(readers, MIN_READERS);
  if (asCents(priceCents) > 0 && orderId === null) {
    throw paymentRequired('Please pay for this site before it is created.');
  }
  const order = { readers, requestedDate, priceCents, orderId };
  return [{ type: 'SiteRequested', data: { siteId, accountId, userId, ...details, ...order } }];
}

function add(command: AddSite): readonly SiteEvent[] {
  const { type: _type, details, ...site } = command;
  const { readers, customRateCents } = site;
  refuseBadDetails(details);
  refuseBadReaders(readers, MIN_READERS_BY_ADMIN);
  if (customRateCents !== null) refuseBadRate(customRateCents, 'customReaderRate');
  return [{ type: 'SiteAdded', data: { ...details, ...site } }];
}

function approve(site: PresentSite, activeFrom: Day): readonly SiteEvent[] {
  const { siteId, accountId } = site;
  switch (site.status) {
    case 'pending':
      return [{ type: 'SiteApproved', data: { siteId, accountId, activeFrom } }];
    case 'active':
      return [];
    case 'inactive':
      throw unprocessable('This site is inactive. Reactivate it instead.', 'status');
  }
}

function deactivate(site: PresentSite, by: StatusChanger): readonly SiteEvent[] {
  if (site.status === 'inactive') return [];
  if (site.status === 'pending' && by === 'dealer') {
    throw unprocessable(
      'This site is pending admin approval. It can be deactivated once it is active.',
      'status',
    );
  }
  return [{ type: 'SiteDeactivated', data: { siteId: site.siteId, accountId: site.accountId } }];
}

function reactivate(site: PresentSite, by: StatusChanger, activeFrom: Day): readonly SiteEvent[] {
  if (site.status === 'active') return [];
  if (site.status === 'pending') throw unprocessable('This site is pending admin approval.', 'status');
  if (site.firstActivatedOn === null && by === 'dealer') {
    // Otherwise a dealer could get around the approval of a site that was switched off while pending.
    throw unprocessable(
      'This site was never approved. Please ask an administrator to activate it.',
      'status',
    );
  }
  return [{ type: 'SiteReactivated', data: { siteId: site.siteId, accountId: site.accountId, activeFrom } }];
}

function changeDetails(
  site: PresentSite,
  { by, changes }: Extract<SiteCommand, { type: 'ChangeSiteDetails' }>,
): readonly SiteEvent[] {
  const details: StoredSiteDetails = withChanges(site.details, changes);
  if (isUnchanged(site.details, details)) return [];
  refuseBadDetails(details);
  const { siteId, accountId } = site;
  const panelsAgreed = by === 'admin';
  return [{ type: 'SiteDetailsChanged', data: { siteId, accountId, ...details, panelsAgreed } }];
}

function changeReaders(site: PresentSite, readers: number): readonly SiteEvent[] {
  if (site.readers === readers) return [];
  refuseBadReaders(readers, MIN_READERS_BY_ADMIN);
  return [{ type: 'ReaderCountChanged', data: { siteId: site.siteId, accountId: site.accountId, readers } }];
}

function changeRate(
  site: PresentSite,
  command: Extract<SiteCommand, { type: 'ChangeSiteReaderRate' }>,
): readonly SiteEvent[] {
  const { rateCents: customRateCents, today } = command;
  if (customRateCents !== null) refuseBadRate(customRateCents, 'customReaderRate');
  const effectiveFrom = storedEffectiveFrom(command.effectiveFrom, today);
  if (isRateOn(site.customRates, customRateCents, effectiveFrom ?? today)) return [];
  const { siteId, accountId } = site;
  const data = { siteId, accountId, customRateCents, effectiveFrom, savedOn: today };
  return [{ type: 'SiteReaderRateChanged', data }];
}

function cancelAnnounced(
  { siteId, accountId, customRates }: PresentSite,
  { effectiveFrom, today }: Extract<SiteCommand, { type: 'CancelAnnouncedSiteRate' }>,
): readonly SiteEvent[] {
  return canCancel(customRates, effectiveFrom, today)
    ? [{ type: 'AnnouncedSiteRateCanceled', data: { siteId, accountId, effectiveFrom } }]
    : [];
}

function assign(site: PresentSite, accountId: string, userId: string): readonly SiteEvent[] {
  if (site.accountId === accountId) return [];
  const { siteId, accountId: fromAccountId, details } = site;
  const data = { siteId, fromAccountId, accountId, userId, ...details };
  // the new company decides for itself who may view the site
  return [...endShares(site), { type: 'SiteAssignedToCompany', data }];
}

const DECIDE: ByType<Exclude<SiteCommand, CreateSite | AddSite>, PresentSite, readonly SiteEvent[]> = {
  ApproveSite: (site, { activeFrom }) => approve(site, activeFrom),
  DeactivateSite: (site, { by }) => deactivate(site, by),
  ReactivateSite: (site, { by, activeFrom }) => reactivate(site, by, activeFrom),
  ChangeSiteDetails: changeDetails,
  ChangeReaderCount: (site, { readers }) => changeReaders(site, readers),
  ChangeSiteReaderRate: changeRate,
  CancelAnnouncedSiteRate: cancelAnnounced,
  AssignSiteToCompany: (site, { accountId, userId }) => assign(site, accountId, userId),
  PassSiteToUser: ({ siteId, accountId, userId: before }, { userId }) =>
    before === userId ? [] : [{ type: 'SitePassedToUser', data: { siteId, accountId, userId } }],
  ShareSite: (site, { userId }) => share(site, userId),
  EndSiteShare: (site, { userId }) => endShare(site, userId),
  RequestReaderChange: requestReaderChange,
  ApproveReaderChange: (site, { readers }) => approveReaderChange(site, readers),
  DeclineReaderChange: declineReaderChange,
  DeleteSite: (site, { reason }) => {
    const { siteId, accountId } = site;
    return [...endShares(site), { type: 'SiteDeleted', data: { siteId, accountId, reason } }];
  },
};

function decide(command: SiteCommand, state: SiteState): readonly SiteEvent[] {
  if (command.type === 'CreateSite') return state.status === 'none' ? create(command) : [];
  if (command.type === 'AddSite') return state.status === 'none' ? add(command) : [];
  if (state.status === 'deleted' && command.type === 'DeleteSite') return [];
  if (state.status === 'none' || state.status === 'deleted') {
    throw notFound('Site not found');
  }
  return byType(DECIDE, state, command);
}

type Begin = Extract<SiteEvent, { type: 'SiteRequested' | 'SiteAdded' }>;

function begin(event: Begin): PresentSite {
  const { siteId, accountId, userId, readers } = event.data;
  const common = { siteId, accountId, userId, details: detailsOf(event.data), readers };
  const pending: PresentSite = {
    ...common,
    status: 'pending',
    customRates: [],
    firstActivatedOn: null,
    orderId: null,
    migrationId: null,
    viewers: [],
    readerChange: null,
  };
  if (event.type === 'SiteRequested') return { ...pending, orderId: event.data.orderId };
  const { customRateCents, activeFrom: firstActivatedOn, migrationId } = event.data;
  const customRates = [{ cents: customRateCents, effectiveFrom: null }];
  return { ...pending, status: 'active', customRates, firstActivatedOn, migrationId };
}

const activate = (
  site: PresentSite,
  { data }: { readonly data: { readonly activeFrom?: Day | undefined } },
) => {
  const firstActivatedOn = site.firstActivatedOn ?? data.activeFrom ?? null;
  return { ...site, status: 'active', firstActivatedOn } as const;
};

const EVOLVE: ByType<Exclude<SiteEvent, Begin>, PresentSite, SiteState> = {
  SiteDeactivated: (site) => ({ ...site, status: 'inactive' }),
  SiteApproved: activate,
  SiteReactivated: activate,
  SiteDetailsChanged: (site, { data }) => ({ ...site, details: detailsOf(data) }),
  ReaderCountChanged: (site, { data: { readers } }) => ({ ...site, readers, readerChange: null }),
  SiteReaderRateChanged: (site, { data: { customRateCents: cents, effectiveFrom, savedOn } }) => ({
    ...site,
    customRates: withRate(site.customRates, { cents, effectiveFrom }, savedOn),
  }),
  AnnouncedSiteRateCanceled: (site, { data: { effectiveFrom } }) => ({
    ...site,
    customRates: withoutAnnounced(site.customRates, effectiveFrom),
  }),
  SiteAssignedToCompany: (site, { data }) => {
    const { accountId, userId } = data;
    return { ...site, accountId, userId, details: detailsOf(data), readerChange: null };
  },
  SitePassedToUser: (site, { data: { userId } }) => ({ ...site, userId }),
  SiteShared: (site, { data: { userId } }) => ({ ...site, viewers: [...site.viewers, userId] }),
  SiteShareEnded: (site, { data: { userId } }) => ({
    ...site,
    viewers: site.viewers.filter((id) => id !== userId),
  }),
  ReaderChangeRequested: (site, { data: { readers, userId } }) => ({
    ...site,
    readerChange: { readers, userId },
  }),
  ReaderChangeDeclined: (site) => ({ ...site, readerChange: null }),
  SiteDeleted: ({ siteId, accountId }) => ({ status: 'deleted', siteId, accountId }),
};

function evolve(state: SiteState, event: SiteEvent): SiteState {
  if (event.type === 'SiteRequested' || event.type === 'SiteAdded') return begin(event);
  if (state.status === 'none' || state.status === 'deleted') return state;
  return byType(EVOLVE, state, event);
}

const detailsOf = (data: StoredSiteDetails): StoredSiteDetails => pickFields(siteDetailsShape, data);

/** A site, from order or addition to deletion (S2-4). */
export const siteDecider: Decider<SiteState, SiteCommand, SiteEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
