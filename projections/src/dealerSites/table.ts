import type { RateFact, SiteStatus } from '@portal/domain';
import { mapValues, nameKey, SITE_INPUTS } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { bigint, type Column, day, instant, integer, json, optional, text } from '../runtime/columns.ts';
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
    search: text,
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
    ...row,
    search: searchText(row.site_name, row.site_address, row.site_city, row.site_state, row.site_zip),
  }),
});
