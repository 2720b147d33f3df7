import { COMPANY_JOIN, COMPANY_SEARCH } from '../accounts/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { type Queryable, readerOf } from '../query/select.ts';
import { boolean, optional, type RowOf, text } from '../runtime/columns.ts';
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

/** A migration with its company, that company's first user, and whether test money paid for it (rule B24). */
export type MigrationRow = RowOf<typeof columns>;

/** One migration, a deleted one too; null where there is none. Freshness: `migrations`, `accounts`, `users`, `orders`. */
export async function migrationById(db: Queryable, id: string): Promise<MigrationRow | null> {
  const [row] = await read(db, 'WHERE t.id = $1', [id], 'migration-by-id');
  return row ?? null;
}

/** An account's migrations that were not deleted, all or those of one status, the newest first. Freshness as {@link migrationById}. */
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
  search: 't.search',
  searchAlso: COMPANY_SEARCH,
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    account_id: { sql: 't.account_id', kind: 'text' },
    user_id: { sql: 't.user_id', kind: 'text' },
    company_name: { sql: 'a.company_name', kind: 'text', joined: true },
    status: { sql: 't.status', kind: 'text' },
    migration_site_name: { sql: 't.site_name', kind: 'text' },
    migration_site_city: { sql: 't.site_city', kind: 'text' },
    migration_site_state: { sql: 't.site_state', kind: 'text' },
    current_system: { sql: 't.current_system', kind: 'text' },
    software_version: { sql: 't.software_version', kind: 'text' },
    number_of_readers: { sql: 't.readers', kind: 'integer' },
    number_of_acu_panels: { sql: 't.panels', kind: 'integer' },
    order_id: { sql: 't.order_id', kind: 'text' },
    requested_migration_date: { sql: 't.requested_date', kind: 'day' },
    created_at: { sql: 't.created_at', kind: 'instant' },
  },
  sorts: {
    id: 't.id',
    company_name: 'a.company_name',
    primary_contact: 'u.name',
    migration_site_name: 't.site_name',
    migration_site_city: 't.site_city',
    migration_site_state: 't.site_state',
    system7_site_id: 't.system7_site_id',
    current_system: 't.current_system',
    software_version: 't.software_version',
    number_of_readers: 't.readers',
    number_of_acu_panels: 't.panels',
    requested_migration_date: 't.requested_date',
    status: 't.status',
    total_amount: 't.total_cents',
    created_at: 't.created_at',
  },
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of migrations. Freshness as {@link migrationById}. @throws InvalidListQuery */
export function listMigrations(db: Queryable, query: ListQuery): Promise<ListPage<MigrationRow>> {
  return readList(db, definition, query);
}
