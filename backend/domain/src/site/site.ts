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

function decide(command: SiteCommand, state: SiteState): readonly SiteEvent[] {
  if (command.type === 'CreateSite') return state.status === 'none' ? create(command) : [];
  if (command.type === 'AddSite') return state.status === 'none' ? add(command) : [];
  if (state.status === 'deleted' && command.type === 'DeleteSite') return [];
  if (state.status === 'none' || state.status === 'deleted') {
    throw notFound('Site not found');
  }
  switch (command.type) {
    case 'ApproveSite':
      return approve(state, command.activeFrom);
    case 'DeactivateSite':
      return deactivate(state, command.by);
    case 'ReactivateSite':
      return reactivate(state, command.by, command.activeFrom);
    case 'ChangeSiteDetails':
      return changeDetails(state, command);
    case 'ChangeReaderCount':
      return changeReaders(state, command.readers);
    case 'ChangeSiteReaderRate':
      return changeRate(state, command);
    case 'CancelAnnouncedSiteRate':
      return cancelAnnounced(state, command);
    case 'AssignSiteToCompany':
      return assign(state, command.accountId, command.userId);
    case 'PassSiteToUser': {
      const { siteId, accountId } = state;
      return state.userId === command.userId
        ? []
        : [{ type: 'SitePassedToUser', data: { siteId, accountId, userId: command.userId } }];
    }
    case 'ShareSite':
      return share(state, command.userId);
    case 'EndSiteShare':
      return endShare(state, command.userId);
    case 'RequestReaderChange':
      return requestReaderChange(state, command);
    case 'ApproveReaderChange':
      return approveReaderChange(state, command.readers);
    case 'DeclineReaderChange':
      return declineReaderChange(state);
    case 'DeleteSite': {
      const { siteId, accountId } = state;
      const { reason } = command;
      return [...endShares(state), { type: 'SiteDeleted', data: { siteId, accountId, reason } }];
    }
  }
}

function begin(event: Extract<SiteEvent, { type: 'SiteRequested' | 'SiteAdded' }>): PresentSite {
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

function evolve(state: SiteState, event: SiteEvent): SiteState {
  if (event.type === 'SiteRequested' || event.type === 'SiteAdded') return begin(event);
  if (state.status === 'none' || state.status === 'deleted') return state;
  switch (event.type) {
    case 'SiteDeactivated':
      return { ...state, status: 'inactive' };
    case 'SiteApproved':
    case 'SiteReactivated':
      return {
        ...state,
        status: 'active',
        firstActivatedOn: state.firstActivatedOn ?? event.data.activeFrom ?? null,
      };
    case 'SiteDetailsChanged':
      return { ...state, details: detailsOf(event.data) };
    case 'ReaderCountChanged':
      return { ...state, readers: event.data.readers, readerChange: null };
    case 'SiteReaderRateChanged': {
      const { customRateCents: cents, effectiveFrom, savedOn } = event.data;
      return { ...state, customRates: withRate(state.customRates, { cents, effectiveFrom }, savedOn) };
    }
    case 'AnnouncedSiteRateCanceled':
      return { ...state, customRates: withoutAnnounced(state.customRates, event.data.effectiveFrom) };
    case 'SiteAssignedToCompany': {
      const { accountId, userId } = event.data;
      return { ...state, accountId, userId, details: detailsOf(event.data), readerChange: null };
    }
    case 'SitePassedToUser':
      return { ...state, userId: event.data.userId };
    case 'SiteShared':
      return { ...state, viewers: [...state.viewers, event.data.userId] };
    case 'SiteShareEnded':
      return { ...state, viewers: state.viewers.filter((id) => id !== event.data.userId) };
    case 'ReaderChangeRequested': {
      const { readers, userId } = event.data;
      return { ...state, readerChange: { readers, userId } };
    }
    case 'ReaderChangeDeclined':
      return { ...state, readerChange: null };
    case 'SiteDeleted':
      return { status: 'deleted', siteId: state.siteId, accountId: state.accountId };
  }
}

const detailsOf = (data: StoredSiteDetails): StoredSiteDetails => pickFields(siteDetailsShape, data);

/** A site, from order or addition to deletion (S2-4). */
export const siteDecider: Decider<SiteState, SiteCommand, SiteEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
