import type { Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { CONTACTS_VIEW } from '../contacts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { DISPUTES_VIEW } from '../disputes/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { migrations } from '../migrations/projector.ts';
import { PAYMENTS_VIEW } from '../payments/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { boolean, cents, integer, type RowOf } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { USERS_VIEW } from '../users/query.ts';

/** Records that wait for an administrator, by list: a view with a condition. */
const WAITING = {
  dealers: `${USERS_VIEW} WHERE NOT is_approved AND NOT is_admin`,
  sites: `${DEALER_SITES_VIEW} WHERE status = 'pending'`,
  migrations: `${migrations.views.migrations} WHERE status = 'pending'`,
  reader_changes: `${DEALER_SITES_VIEW} WHERE requested_readers IS NOT NULL`,
  questions: `${DISPUTES_VIEW} WHERE status = 'open'`,
  messages: `${CONTACTS_VIEW} WHERE status = 'open'`,
  failed_payments: `${PAYMENTS_VIEW} WHERE status IN ('declined', 'failed') AND created_at >= $1::timestamptz`,
  disputes: `${PAYMENTS_VIEW} WHERE disputed`,
  failed_refunds: `${PAYMENTS_VIEW} WHERE refund_failed`,
  unclaimed_payments: `${PAYMENTS_VIEW} WHERE unclaimed_cents > 0`,
  overdue_invoices: `${INVOICES_VIEW} WHERE status = 'pending' AND due_date < $2::date`,
} as const;

/** Number of records of each kind that wait for a decision. */
export type Waiting = Readonly<Record<keyof typeof WAITING, number>>;

/**
 * Counts what waits for a decision. Freshness: `users`, `dealerSites`, `migrations`, `contacts`, `disputes`, `payments`,
 * `invoices`.
 * @param since instant: payments that failed earlier are left out
 * @param today billing day: open invoices due before it are overdue
 */
export async function waitingCounts(
  db: Queryable,
  { since, today }: { readonly since: string; readonly today: Day },
): Promise<Waiting> {
  const names = Object.keys(WAITING) as (keyof typeof WAITING)[];
  const columns = Object.fromEntries(names.map((name) => [name, integer]));
  const counts = names.map((name) => `(SELECT count(*) FROM ${WAITING[name]}) AS ${name}`);
  const [row] = await selectRows(db, columns, `SELECT ${counts.join(', ')}`, [since, today]);
  return row as Waiting;
}

/** Number of accounts (or streams without an account) that one of these projections has parked. */
export async function parkedCount(
  db: Queryable,
  projections: readonly { readonly name: string; readonly version: number }[],
): Promise<number> {
  const [parked = 0] = await selectColumn(
    db,
    integer,
    `SELECT count(DISTINCT p.key) FROM projection_parked p
       JOIN projection_generations g USING (projection, version, generation)
     WHERE g.state = 'live'
       AND (p.projection, p.version) IN (SELECT * FROM unnest($1::text[], $2::integer[]))`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
  );
  return parked;
}

const portfolioColumns = {
  is_demo: boolean,
  companies: integer,
  active_sites: integer,
  active_readers: integer,
  projected_monthly_cents: cents,
};

/** Companies of one mode and the monthly total of their active sites on the next billing date, in cents. */
export type PortfolioRow = RowOf<typeof portfolioColumns>;

/**
 * One row for demo companies and one for live ones; none for a mode without companies.
 * Freshness: `accounts`, `projectedInvoices`.
 */
export function portfolioByMode(db: Queryable, billingDate: Day): Promise<readonly PortfolioRow[]> {
  return selectRows(
    db,
    portfolioColumns,
    `SELECT a.is_demo, count(*), coalesce(sum(p.active_sites), 0), coalesce(sum(p.active_readers), 0),
       coalesce(sum(${projectedMonthlyCentsSql('p', '$1')}), 0)
     FROM ${ACCOUNTS_VIEW} a LEFT JOIN ${PROJECTED_INVOICES_VIEW} p ON p.account_id = a.id GROUP BY a.is_demo`,
    [billingDate],
  );
}
