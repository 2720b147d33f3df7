import {
  ERASED_TEXT,
  PERSONAL_SITE_FIELDS,
  reveal,
  SITE_FIELDS,
  type StoredSiteDetails,
  withoutAnnounced,
  withRate,
} from '@portal/domain';
import { type Snake, snake } from '@portal/domain/values';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { dealerSitesTable } from './table.ts';

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });
const switched = (envelope: PortalEnvelope) => ({
  status_changed_at: envelope.metadata.recordedAt,
  ...stamp(envelope),
});

type Site = RowOf<typeof dealerSitesTable.columns>;
type DetailColumn = Snake<keyof StoredSiteDetails>;

// made once, since a page of events calls this thousands of times
const COLUMNS = SITE_FIELDS.map((field) => [field, snake(field)] as const);
const PERSONAL_COLUMNS = PERSONAL_SITE_FIELDS.map(snake);

function details(data: StoredSiteDetails): Pick<Site, DetailColumn> {
  const row: Partial<Record<DetailColumn, unknown>> = {};
  for (const [field, column] of COLUMNS) row[column] = reveal<unknown>(data[field]);
  return row as Pick<Site, DetailColumn>;
}

const NO_REQUEST = { requested_readers: null, requested_readers_note: null };

/** As it reads once the company's key is gone. */
function withoutPersonal(site: Site): Site {
  const row = { ...site, requested_readers_note: site.requested_readers_note === null ? null : ERASED_TEXT };
  for (const column of PERSONAL_COLUMNS) if (row[column] !== null) row[column] = ERASED_TEXT;
  return row;
}

/** Every site with its details, status and rate (S1-3, S2-3). */
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
