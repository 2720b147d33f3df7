import type { RateFact, SiteStatus } from '@portal/domain';
import { mapValues, SITE_INPUTS } from '@portal/domain/values';
import { searchText } from '../query/searchText.ts';
import { bigint, type Column, day, instant, integer, json, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

const status = text as Column<string> as Column<SiteStatus>;

/** One row a site; a deleted site has none. */
export const dealerSitesTable = defineTable({
  name: 'dealer_sites',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    /** Who ordered it, or whom it was made for. */
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
    /** Panels as ordered or as an administrator saved them last: more than these were raised by the dealer. */
    agreed_panels: integer,
    readers: integer,
    /** What a dealer asks for and nobody answered yet. */
    requested_readers: optional(integer),
    requested_readers_note: optional(text),
    /** Custom rates in cents per reader and month: the one in force and those announced, in the order they begin. */
    custom_rates: json<readonly RateFact[]>(),
    requested_date: optional(day),
    /** Billing day of the first activation; no reactivation moves it (rule B5). */
    first_active_on: optional(day),
    /** What the server quoted for the order; 0 for a site without one. */
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
    '(status, site_name, id)',
    '(site_name, id)',
    '(created_at, id)',
    '(readers, id)',
    '(requested_readers, id) WHERE requested_readers IS NOT NULL',
  ],
  derive: (row) => ({
    ...row,
    search: searchText(row.site_name, row.site_address, row.site_city, row.site_state, row.site_zip),
  }),
});
