import { COMPANY_JOIN, COMPANY_SEARCH } from '../accounts/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { readerOf } from '../query/rowSource.ts';
import { boolean, optional, type RowOf, text } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
import { viewName } from '../runtime/table.ts';
import { USERS_VIEW } from '../users/query.ts';
import { migrations } from './projector.ts';
import { migrationsTable } from './table.ts';

const { search: _search, ...own } = migrationsTable.columns;
const columns = {
  ...own,
  company_name: optional(text),
  primary_contact: optional(text),
  paid_in_test_mode: boolean,
};
const source = {
  columns,
  expressions: {
    company_name: 'a.company_name',
    primary_contact: 'u.name',
    paid_in_test_mode: 'COALESCE(o.test_mode, false)',
  },
  view: viewName(migrationsTable.name, migrations.version),
  joins: `${COMPANY_JOIN}
    LEFT JOIN ${USERS_VIEW} u ON u.id = a.first_user_id
    LEFT JOIN ${ORDERS_VIEW} o ON o.id = t.order_id`,
};
const read = readerOf(source);

/** A migration with its company, the company's first user and whether it was paid with test money (rule B24). */
export type MigrationRow = RowOf<typeof columns>;

/** One migration, also a deleted one, or null. Freshness: `migrations`, `accounts`, `users`, `orders`. */
export async function migrationById(db: Queryable, id: string): Promise<MigrationRow | null> {
  const [row] = await read(db, 'WHERE t.id = $1', [id], 'migration-by-id');
  return row ?? null;
}

/** An account's migrations except deleted ones, all or of one status, the newest first. Freshness as {@link migrationById}. */
export async function migrationsOfAccount(
  db: Queryable,
  accountId: string,
  status?: string,
): Promise<readonly MigrationRow[]> {
  return read(
    db,
    `WHERE t.account_id = $1 AND t.status <> 'deleted' AND ($2::text IS NULL OR t.status = $2)
     ORDER BY t.created_at DESC, t.id`,
    [accountId, status ?? null],
    'migrations-of-account',
  );
}

const definition: ListDefinition<typeof columns> = {
  ...source,
  searchAlso: COMPANY_SEARCH,
  fields: ['id', 'company_name', 'status', 'current_system', 'software_version', 'created_at'],
  keyed: ['company_name', 'site_name', 'site_city'],
  aliases: {
    migration_site_name: 'site_name',
    migration_site_city: 'site_city',
    migration_site_state: 'site_state',
    number_of_readers: 'readers',
    number_of_acu_panels: 'panels',
    requested_migration_date: 'requested_date',
  },
  filters: {
    account_id: { sql: 't.account_id', kind: 'text' },
    user_id: { sql: 't.user_id', kind: 'text' },
    order_id: { sql: 't.order_id', kind: 'text' },
  },
  sorts: {
    primary_contact: 'u.name_key',
    system7_site_id: 't.system7_site_id',
    total_amount: 't.total_cents',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of migrations. Freshness as {@link migrationById}. @throws InvalidListQuery */
export function listMigrations(db: Queryable, query: ListQuery): Promise<ListPage<MigrationRow>> {
  return readList(db, definition, query);
}
