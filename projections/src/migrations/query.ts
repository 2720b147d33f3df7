import { COMPANY_JOIN, COMPANY_NAME, COMPANY_SEARCH } from '../accounts/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { boolean, cents, optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
import { USERS_VIEW } from '../users/query.ts';
import { migrations, migrationsTable } from './projector.ts';

const columns = {
  ...shownColumns(migrationsTable),
  company_name: COMPANY_NAME,
  primary_contact: readAs(optional(text), 'u.name', 'u.name_key'),
  paid_in_test_mode: readAs(boolean, 'COALESCE(o.test_mode, false)'),
};
const { read, byId, list, totals } = recordsOf({
  columns,
  view: migrations.views.migrations,
  joins: `${COMPANY_JOIN}
    LEFT JOIN ${USERS_VIEW} u ON u.id = a.first_user_id
    LEFT JOIN ${ORDERS_VIEW} o ON o.id = t.order_id`,
  searchAlso: COMPANY_SEARCH,
  aliases: {
    migration_site_name: 'site_name',
    migration_site_city: 'site_city',
    migration_site_state: 'site_state',
    number_of_readers: 'readers',
    number_of_acu_panels: 'panels',
    requested_migration_date: 'requested_date',
  },
  sorts: { total_amount: 't.total_cents' },
  defaultSort: ['created_at', 'DESC'],
});

/** A migration with its company, the company's first user and whether it was paid with test money (rule B24). */
export type MigrationRow = RowOf<typeof columns>;

/** One migration, also a deleted one, or null. Freshness: `migrations`, `accounts`, `users`, `orders`. */
export const migrationById = byId;

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
  );
}

/** The admin's list of migrations. Freshness as {@link migrationById}. @throws InvalidListQuery */
export const listMigrations = list;

/** Cents of the migrations that {@link listMigrations} finds, by mode. @throws InvalidListQuery */
export const migrationTotals = totals(
  {
    is_demo: columns.paid_in_test_mode,
    total_amount: readAs(cents, 'coalesce(sum(t.total_cents), 0)::bigint'),
  },
  'is_demo',
);
