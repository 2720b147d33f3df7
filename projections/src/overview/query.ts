import type { Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { CONTACTS_VIEW } from '../contacts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { migrations } from '../migrations/projector.ts';
import { migrationsTable } from '../migrations/table.ts';
import { PAYMENTS_VIEW } from '../payments/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { type Queryable, selectRows } from '../query/select.ts';
import { boolean, type Column, integer, type RowOf } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { USERS_VIEW } from '../users/query.ts';

const MIGRATIONS_VIEW = viewName(migrationsTable.name, migrations.version);

const cents: Column<number> = { sql: 'bigint', nullable: false, encode: String, decode: Number };

/** What waits for an administrator, by the list it stands in: a condition on a view each. */
const WAITING = {
  dealers: `${USERS_VIEW} WHERE NOT is_approved AND NOT is_admin`,
  sites: `${DEALER_SITES_VIEW} WHERE status = 'pending'`,
  migrations: `${MIGRATIONS_VIEW} WHERE status = 'pending'`,
  reader_changes: `${DEALER_SITES_VIEW} WHERE requested_readers IS NOT NULL`,
  messages: `${CONTACTS_VIEW} WHERE status = 'open'`,
  failed_payments: `${PAYMENTS_VIEW} WHERE status IN ('declined', 'failed') AND created_at >= $1::timestamptz`,
  disputes: `${PAYMENTS_VIEW} WHERE status = 'disputed'`,
  unclaimed_payments: `${PAYMENTS_VIEW} WHERE unclaimed_cents > 0`,
  overdue_invoices: `${INVOICES_VIEW} WHERE status = 'pending' AND due_date < $2::date`,
} as const;

/** How many records wait for a decision. */
export type Waiting = Readonly<Record<keyof typeof WAITING, number>>;

/**
 * How many of each kind wait. Freshness: `users`, `dealerSites`, `migrations`, `contacts`, `payments`, `invoices`.
 * @param since instant: payments that went wrong before it are old news
 * @param today the billing day it is: an open invoice due before it is overdue
 */
export async function waitingCounts(
  db: Queryable,
  { since, today }: { readonly since: string; readonly today: Day },
): Promise<Waiting> {
  const names = Object.keys(WAITING) as (keyof typeof WAITING)[];
  const columns = Object.fromEntries(names.map((name) => [name, integer]));
  const counts = names.map((name) => `(SELECT count(*) FROM ${WAITING[name]}) AS ${name}`);
  const sql = `SELECT ${counts.join(', ')}`;
  const [row] = await selectRows(db, columns, sql, [since, today], 'waiting-counts');
  return row as Waiting;
}

/** Accounts (or streams of no account) that one of these read models set aside. */
export async function parkedCount(
  db: Queryable,
  projections: readonly { readonly name: string; readonly version: number }[],
): Promise<number> {
  const [row] = await selectRows(
    db,
    { parked: integer },
    `SELECT count(DISTINCT p.key) FROM projection_parked p
       JOIN projection_generations g USING (projection, version, generation)
     WHERE g.state = 'live'
       AND (p.projection, p.version) IN (SELECT * FROM unnest($1::text[], $2::integer[]))`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
    'parked-count',
  );
  return row?.parked ?? 0;
}

const portfolioColumns = {
  is_demo: boolean,
  companies: integer,
  active_sites: integer,
  active_readers: integer,
  projected_monthly_cents: cents,
};

/** Companies of one mode and what their active sites come to on the next billing date. Cents a month. */
export type PortfolioRow = RowOf<typeof portfolioColumns>;

/**
 * One row for demo companies and one for live ones; a mode that nobody is in has none.
 * Freshness: `accounts`, `projectedInvoices`.
 */
export function portfolioByMode(db: Queryable, billingDate: Day): Promise<readonly PortfolioRow[]> {
  return selectRows(
    db,
    portfolioColumns,
    `SELECT a.is_demo, count(*), coalesce(sum(p.active_sites), 0), coalesce(sum(p.active_readers), 0),
       coalesce(sum(${projectedMonthlyCentsSql('p', billingDate)}), 0)
     FROM ${ACCOUNTS_VIEW} a LEFT JOIN ${PROJECTED_INVOICES_VIEW} p ON p.account_id = a.id GROUP BY a.is_demo`,
    [],
  );
}
