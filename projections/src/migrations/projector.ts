import { MIGRATION_FIELDS, PERSONAL_MIGRATION_FIELDS } from '@portal/domain';
import { nameKey } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, day, integer, json, optional, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { columnsFrom, created, edits, recordColumns, withoutFields } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per migration, also deleted ones, which can be listed. */
export const migrationsTable = defineTable({
  name: 'migrations',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    user_id: text,
    /** `pending`, `approved` or `deleted`. */
    status: text,
    site_name: text,
    site_address: text,
    site_city: text,
    site_state: text,
    site_zip: text,
    system7_site_id: text,
    current_system: optional(text),
    other_system: optional(text),
    controllers: integer,
    cards: integer,
    database_required: boolean,
    requested_date: optional(day),
    notes: optional(text),
    readers: integer,
    panels: integer,
    hardware: json<readonly string[]>(),
    software_version: optional(text),
    aurora_license: boolean,
    reverse_network_ip: boolean,
    ca150_panel: boolean,
    netcom6p: boolean,
    include_shipping: boolean,
    total_cents: integer,
    order_id: optional(text),
    /** The site created from it; null unless approved. */
    site_id: optional(text),
    ...recordColumns,
  },
  indexes: [
    '(account_id, status)',
    '(status, created_at, id)',
    '(created_at, id)',
    '(site_name_key, id)',
    '(requested_date, id)',
  ],
  keys: { site_name: nameKey, site_city: nameKey },
  derive: (row) => ({
    search: searchText(
      row.site_name,
      row.site_address,
      row.site_city,
      row.site_state,
      row.site_zip,
      row.system7_site_id,
      row.current_system,
    ),
  }),
});

const details = columnsFrom(MIGRATION_FIELDS);
const erased = withoutFields(PERSONAL_MIGRATION_FIELDS);
const edit = edits(migrationsTable, 'migrations', 'migrationId');

/** Requests to migrate legacy sites, with their outcome (S1-3). */
export const migrations = defineProjection({
  name: 'migrations',
  version: 2,
  personal: true,
  tables: { migrations: migrationsTable },
  handlers: {
    MigrationRequested: (data, rows, envelope) =>
      rows.migrations.put({
        id: data.migrationId,
        account_id: data.accountId,
        user_id: data.userId,
        status: 'pending',
        ...details(data),
        include_shipping: data.includeShipping,
        total_cents: data.totalCents,
        order_id: data.orderId,
        site_id: null,
        ...created(envelope),
      }),
    MigrationApproved: edit(({ siteId }) => ({ status: 'approved', site_id: siteId })),
    MigrationDeleted: edit(() => ({ status: 'deleted' })),
    CompanyDataErased: ({ migrationIds }, rows) => {
      for (const id of migrationIds)
        rows.migrations.upsert(id, (migration) => migration && erased(migration));
    },
  },
});
