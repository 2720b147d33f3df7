import { MIGRATION_FIELDS, PERSONAL_MIGRATION_FIELDS } from '@portal/domain';
import { defineProjection } from '../runtime/definition.ts';
import { columnsFrom, created, edits, withoutFields } from '../runtime/fields.ts';
import { migrationsTable } from './table.ts';

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
