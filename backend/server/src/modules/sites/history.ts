import {
  isPresentSite,
  type PortalEvent,
  type SiteEvent,
  type SiteState,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { formatDay, mapValues, SITE_TEXTS } from '@portal/domain/values';
import {
  because,
  describeByTexts,
  type EventTexts,
  fieldsChanged,
  oneChange,
  rateBefore,
  rateChange,
  shownValue,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const LABELS = {
  siteName: 'site name',
  siteAddress: 'address',
  siteCity: 'city',
  siteState: 'state',
  siteZip: 'ZIP code',
  panels: 'ACU panels',
  softwareVersion: 'software version',
  hardware: 'hardware',
  existingPlatform: 'existing platform',
  ...mapValues(SITE_TEXTS, ({ label }) => label.toLowerCase()),
} as const;

const shown = (site: SiteState) => (isPresentSite(site) ? site : null);

const TEXTS: Partial<EventTexts<SiteEvent, SiteState>> = {
  SiteRequested: ({ readers }) => `Site ordered with ${counted(readers)}`,
  SiteAdded: ({ migrationId, readers }) =>
    `Site created ${migrationId === null ? '' : 'from a migration '}with ${counted(readers)}`,
  SiteDetailsChanged: (data, site) => fieldsChanged('Site details', LABELS, shown(site)?.details, data),
  ReaderCountChanged: ({ readers }, site) =>
    oneChange('readers', shownValue(shown(site)?.readers), String(readers)),
  SiteReaderRateChanged: (data, before) => {
    const site = shown(before);
    const cents = { from: site && rateBefore(site.customRates, data), to: data.customRateCents };
    return rateChange('custom reader rate', cents, data.effectiveFrom);
  },
  AnnouncedSiteRateCanceled: ({ effectiveFrom }) =>
    `Custom reader rate announced for ${formatDay(effectiveFrom)} canceled`,
  SiteAssignedToCompany: 'Site assigned to another company',
  SitePassedToUser: 'Site passed on to another user of the company',
  SiteShared: 'Site shared with a viewer',
  SiteShareEnded: 'A viewer can no longer see the site',
  ReaderChangeRequested: ({ readers, note }) => `Asked for ${counted(readers)}${because(shownValue(note))}`,
  ReaderChangeDeclined: ({ readers }) => `Request for ${counted(readers)} declined`,
};

const counted = (readers: number) => (readers === 1 ? '1 reader' : `${readers} readers`);

/** Index of the event by which the site joined this company; -1 for another company's. */
function beginsFor(events: readonly PortalEvent[], accountId: string): number {
  if (events.at(-1)?.type === 'SiteDeleted') return -1;
  const moved = events.findLastIndex(({ type }) => type === 'SiteAssignedToCompany');
  const first = events[Math.max(moved, 0)];
  const owner = first !== undefined && 'accountId' in first.data ? first.data.accountId : null;
  return owner === accountId ? Math.max(moved, 0) : -1;
}

export const siteRecord: RecordKind = {
  streamOf: siteStream,
  describe: describeByTexts(TEXTS, siteDecider),
  name: 'Site',
  beginsFor,
};
