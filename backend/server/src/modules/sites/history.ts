import {
  type PortalEvent,
  type SiteEvent,
  type SiteState,
  siteDecider,
  siteEvents,
  siteStream,
} from '@portal/domain';
import { formatDay, mapValues, SITE_TEXTS } from '@portal/domain/values';
import {
  type Description,
  describeWithState,
  fieldsChanged,
  oneChange,
  plainWords,
  rateBefore,
  rateChange,
  said,
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

/** Describes the events of one site's stream, in their order. */
const describeSite = describeWithState(siteEvents, siteDecider, described);

function described(event: SiteEvent, before: SiteState): Description {
  const site = before.status === 'none' || before.status === 'deleted' ? null : before;
  switch (event.type) {
    case 'SiteRequested':
      return said(`Site ordered with ${counted(event.data.readers)}`);
    case 'SiteAdded':
      return said(
        event.data.migrationId === null
          ? `Site created with ${counted(event.data.readers)}`
          : `Site created from a migration with ${counted(event.data.readers)}`,
      );
    case 'SiteDetailsChanged':
      return fieldsChanged('Site details', LABELS, site?.details, event.data);
    case 'ReaderCountChanged':
      return oneChange('readers', shownValue(site?.readers), String(event.data.readers));
    case 'SiteReaderRateChanged': {
      const { customRateCents, effectiveFrom } = event.data;
      const cents = { from: site && rateBefore(site.customRates, event.data), to: customRateCents };
      return rateChange('custom reader rate', cents, effectiveFrom);
    }
    case 'AnnouncedSiteRateCanceled':
      return said(`Custom reader rate announced for ${formatDay(event.data.effectiveFrom)} canceled`);
    case 'SiteAssignedToCompany':
      return said('Site assigned to another company');
    case 'SitePassedToUser':
      return said('Site passed on to another user of the company');
    case 'SiteShared':
      return said('Site shared with a viewer');
    case 'SiteShareEnded':
      return said('A viewer can no longer see the site');
    case 'ReaderChangeRequested': {
      const note = shownValue(event.data.note);
      const asked = `Asked for ${counted(event.data.readers)}`;
      return said(note === null ? asked : `${asked}: ${note}`);
    }
    case 'ReaderChangeDeclined':
      return said(`Request for ${counted(event.data.readers)} declined`);
    default:
      return plainWords(event.type);
  }
}

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
  describe: describeSite,
  name: 'Site',
  beginsFor,
};
