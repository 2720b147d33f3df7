import { ERASED_TEXT, type Personal, reveal, withoutAnnounced, withRate } from '@portal/domain';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { dealerSitesTable } from './table.ts';

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });
const switched = (envelope: PortalEnvelope) => ({
  status_changed_at: envelope.metadata.recordedAt,
  ...stamp(envelope),
});

interface StoredDetails {
  readonly siteName: string;
  readonly siteAddress: Personal<string>;
  readonly siteCity: Personal<string>;
  readonly siteState: Personal<string>;
  readonly siteZip: Personal<string>;
  readonly panels: number;
  readonly softwareVersion: string | null;
  readonly hardware: readonly string[];
  readonly existingPlatform: string | null;
  readonly siteNotes: Personal<string> | null;
  readonly additionalInfo: Personal<string> | null;
}

const details = (data: StoredDetails) => ({
  site_name: data.siteName,
  site_address: reveal(data.siteAddress),
  site_city: reveal(data.siteCity),
  site_state: reveal(data.siteState),
  site_zip: reveal(data.siteZip),
  software_version: data.softwareVersion,
  existing_platform: data.existingPlatform,
  hardware: data.hardware,
  site_notes: data.siteNotes === null ? null : reveal(data.siteNotes),
  additional_info: data.additionalInfo === null ? null : reveal(data.additionalInfo),
  panels: data.panels,
});

const NO_REQUEST = { requested_readers: null, requested_readers_note: null };

/** As it reads once the company's key is gone. */
const withoutPersonal = (site: RowOf<typeof dealerSitesTable.columns>) => ({
  ...site,
  site_address: ERASED_TEXT,
  site_city: ERASED_TEXT,
  site_state: ERASED_TEXT,
  site_zip: ERASED_TEXT,
  site_notes: site.site_notes === null ? null : ERASED_TEXT,
  additional_info: site.additional_info === null ? null : ERASED_TEXT,
  requested_readers_note: site.requested_readers_note === null ? null : ERASED_TEXT,
});

/** Every site with its details, status and rate (spec 1 and 2, section 3, sites). */
export const dealerSites = defineProjection({
  name: 'dealerSites',
  version: 3,
  personal: true,
  tables: { sites: dealerSitesTable },
  handlers: {
    SiteRequested: (data, rows, envelope) =>
      rows.sites.put({
        id: data.siteId,
        account_id: data.accountId,
        user_id: data.userId,
        status: 'pending',
        ...details(data),
        agreed_panels: data.panels,
        readers: data.readers,
        ...NO_REQUEST,
        custom_rates: [],
        requested_date: data.requestedDate,
        first_active_on: null,
        price_cents: data.priceCents,
        order_id: data.orderId,
        migration_id: null,
        created_at: envelope.metadata.recordedAt,
        status_changed_at: null,
        ...stamp(envelope),
        search: '',
      }),
    SiteAdded: (data, rows, envelope) =>
      rows.sites.put({
        id: data.siteId,
        account_id: data.accountId,
        user_id: data.userId,
        status: 'active',
        ...details(data),
        agreed_panels: data.panels,
        readers: data.readers,
        ...NO_REQUEST,
        custom_rates:
          data.customRateCents === null
            ? []
            : [{ cents: data.customRateCents, effectiveFrom: null, because: envelope.id }],
        requested_date: data.requestedDate,
        first_active_on: data.activeFrom,
        price_cents: 0,
        order_id: null,
        migration_id: data.migrationId,
        created_at: envelope.metadata.recordedAt,
        ...switched(envelope),
        search: '',
      }),
    SiteApproved: ({ siteId, activeFrom }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({
        ...site,
        status: 'active',
        first_active_on: site.first_active_on ?? activeFrom,
        ...switched(envelope),
      })),
    SiteDeactivated: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, status: 'inactive', ...switched(envelope) })),
    SiteReactivated: ({ siteId, activeFrom }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({
        ...site,
        status: 'active',
        first_active_on: site.first_active_on ?? activeFrom ?? null,
        ...switched(envelope),
      })),
    SiteDetailsChanged: (data, rows, envelope) =>
      rows.sites.update(data.siteId, (site) => ({
        ...site,
        ...details(data),
        agreed_panels: envelope.metadata.actor.kind === 'dealer' ? site.agreed_panels : data.panels,
        ...stamp(envelope),
      })),
    ReaderCountChanged: ({ siteId, readers }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, readers, ...NO_REQUEST, ...stamp(envelope) })),
    ReaderChangeRequested: ({ siteId, readers, note }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({
        ...site,
        requested_readers: readers,
        requested_readers_note: note === null ? null : reveal(note),
        ...stamp(envelope),
      })),
    ReaderChangeDeclined: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, ...NO_REQUEST, ...stamp(envelope) })),
    // nothing to show here, but the row's revision is what an edit is checked against
    SiteShared: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, ...stamp(envelope) })),
    SiteShareEnded: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, ...stamp(envelope) })),
    SitePassedToUser: ({ siteId, userId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({ ...site, user_id: userId, ...stamp(envelope) })),
    SiteReaderRateChanged: ({ siteId, customRateCents: cents, effectiveFrom, savedOn }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({
        ...site,
        custom_rates: withRate(site.custom_rates, { cents, effectiveFrom, because: envelope.id }, savedOn),
        ...stamp(envelope),
      })),
    AnnouncedSiteRateCanceled: ({ siteId, effectiveFrom }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ({
        ...site,
        custom_rates: withoutAnnounced(site.custom_rates, effectiveFrom),
        ...stamp(envelope),
      })),
    SiteAssignedToCompany: (data, rows, envelope) =>
      rows.sites.update(data.siteId, (site) => ({
        ...site,
        account_id: data.accountId,
        user_id: data.userId,
        ...details(data),
        ...NO_REQUEST,
        ...stamp(envelope),
      })),
    // one that went to another company since is that one's
    CompanyDataErased: ({ accountId, siteIds }, rows) => {
      for (const siteId of siteIds) {
        rows.sites.upsert(siteId, (site) => (site?.account_id === accountId ? withoutPersonal(site) : site));
      }
    },
    SiteDeleted: ({ siteId }, rows) => rows.sites.remove(siteId),
  },
});
