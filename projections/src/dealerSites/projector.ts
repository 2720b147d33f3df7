import {
  ERASED,
  PERSONAL_SITE_FIELDS,
  type RateFact,
  reveal,
  SITE_FIELDS,
  type SiteStatus,
  withoutAnnounced,
  withRate,
} from '@portal/domain';
import { mapValues, nameKey, SITE_INPUTS } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  bigint,
  type Column,
  day,
  derived,
  type GivenOf,
  instant,
  integer,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { columnsFrom, created, edits, withoutFields } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

const status = text as Column<string> as Column<SiteStatus>;

/** One row per site; none for a deleted one. */
export const dealerSitesTable = defineTable({
  name: 'dealer_sites',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    /** The user who ordered it or for whom it was added. */
    user_id: text,
    status,
    site_name: text,
    site_address: text,
    site_city: text,
    site_state: text,
    site_zip: text,
    software_version: optional(text),
    existing_platform: optional(text),
    hardware: json<readonly string[]>(),
    ...mapValues(SITE_INPUTS, () => optional(text)),
    panels: integer,
    /** Panels as ordered or last saved by an administrator; the dealer may have raised them since. */
    agreed_panels: integer,
    readers: integer,
    /** A reader change the dealer requested that is undecided. */
    requested_readers: optional(integer),
    requested_readers_note: optional(text),
    requested_readers_at: optional(instant),
    /** Custom rates in cents per reader per month, in force and announced, by their first day. */
    custom_rates: json<readonly RateFact[]>(),
    requested_date: optional(day),
    /** Billing day of the first activation; reactivations don't change it (rule B5). */
    first_active_on: optional(day),
    /** Price quoted for the order, in cents; 0 without an order. */
    price_cents: integer,
    order_id: optional(text),
    migration_id: optional(text),
    created_at: instant,
    updated_at: instant,
    /** When it last became active or inactive; null while pending. */
    status_changed_at: optional(instant),
    /** Last revision of the site's stream. */
    revision: bigint,
    search: derived(text),
  },
  indexes: [
    '(account_id, status)',
    '(user_id)',
    '(status, site_name_key, id)',
    '(site_name_key, id)',
    '(created_at, id)',
    '(readers, id)',
    '(requested_readers, id) WHERE requested_readers IS NOT NULL',
  ],
  keys: { site_name: nameKey, site_address: nameKey, site_city: nameKey },
  derive: (row) => ({
    search: searchText(row.site_name, row.site_address, row.site_city, row.site_state, row.site_zip),
  }),
});

type Site = GivenOf<typeof dealerSitesTable.columns>;

const details = columnsFrom(SITE_FIELDS);
const withoutPersonal = withoutFields(PERSONAL_SITE_FIELDS);
const edit = edits(dealerSitesTable, 'sites', 'siteId');
const statusChanged = ({ metadata }: PortalEnvelope) => ({ status_changed_at: metadata.recordedAt });

const NO_REQUEST = { requested_readers: null, requested_readers_note: null, requested_readers_at: null };

/** Columns that requested and added sites have in common. */
const newSite = (data: DataOf<'SiteRequested' | 'SiteAdded'>, envelope: PortalEnvelope) => ({
  id: data.siteId,
  account_id: data.accountId,
  user_id: data.userId,
  ...details(data),
  agreed_panels: data.panels,
  readers: data.readers,
  ...NO_REQUEST,
  requested_date: data.requestedDate,
  ...created(envelope),
});

const erased = ({ requested_readers_note: note, ...site }: Site): Site =>
  withoutPersonal({ ...site, requested_readers_note: note === null ? null : reveal<string>(ERASED) });

/** Sites with details, status and rate (S1-3, S2-3). */
export const dealerSites = defineProjection({
  name: 'dealerSites',
  version: 6,
  personal: true,
  tables: { sites: dealerSitesTable },
  handlers: {
    SiteRequested: (data, rows, envelope) =>
      rows.sites.put({
        ...newSite(data, envelope),
        status: 'pending',
        custom_rates: [],
        first_active_on: null,
        price_cents: data.priceCents,
        order_id: data.orderId,
        migration_id: null,
        status_changed_at: null,
      }),
    SiteAdded: (data, rows, envelope) => {
      const { customRateCents: cents } = data;
      rows.sites.put({
        ...newSite(data, envelope),
        status: 'active',
        custom_rates: cents === null ? [] : [{ cents, effectiveFrom: null, because: envelope.id }],
        first_active_on: data.activeFrom,
        price_cents: 0,
        order_id: null,
        migration_id: data.migrationId,
        ...statusChanged(envelope),
      });
    },
    SiteApproved: edit(({ activeFrom }, site, envelope) => ({
      status: 'active',
      first_active_on: site.first_active_on ?? activeFrom,
      ...statusChanged(envelope),
    })),
    SiteDeactivated: edit((_data, _site, envelope) => ({ status: 'inactive', ...statusChanged(envelope) })),
    SiteReactivated: edit(({ activeFrom }, site, envelope) => ({
      status: 'active',
      first_active_on: site.first_active_on ?? activeFrom ?? null,
      ...statusChanged(envelope),
    })),
    SiteDetailsChanged: edit((data, site, { metadata }) => {
      const { panelsAgreed = metadata.actor.kind !== 'dealer' } = data;
      return { ...details(data), agreed_panels: panelsAgreed ? data.panels : site.agreed_panels };
    }),
    ReaderCountChanged: edit(({ readers }) => ({ readers, ...NO_REQUEST })),
    ReaderChangeRequested: edit(({ readers, note }, _site, { metadata }) => ({
      requested_readers: readers,
      requested_readers_note: note === null ? null : reveal(note),
      requested_readers_at: metadata.recordedAt,
    })),
    ReaderChangeDeclined: edit(() => NO_REQUEST),
    SiteShared: edit(),
    SiteShareEnded: edit(),
    SitePassedToUser: edit(({ userId }) => ({ user_id: userId })),
    SiteReaderRateChanged: edit(
      ({ customRateCents: cents, effectiveFrom, savedOn }, site, { id: because }) => ({
        custom_rates: withRate(site.custom_rates, { cents, effectiveFrom, because }, savedOn),
      }),
    ),
    AnnouncedSiteRateCanceled: edit(({ effectiveFrom }, site) => ({
      custom_rates: withoutAnnounced(site.custom_rates, effectiveFrom),
    })),
    SiteAssignedToCompany: edit((data) => ({
      account_id: data.accountId,
      user_id: data.userId,
      ...details(data),
      ...NO_REQUEST,
    })),
    // not a site that was assigned to another company since
    CompanyDataErased: ({ accountId, siteIds }, rows) => {
      for (const siteId of siteIds) {
        rows.sites.upsert(siteId, (site) => (site?.account_id === accountId ? erased(site) : site));
      }
    },
    SiteDeleted: ({ siteId }, rows) => rows.sites.remove(siteId),
  },
});
