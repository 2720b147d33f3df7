import type { Period } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { APPROVALS_VIEW } from '../approvals/query.ts';
import { CONTACTS_VIEW } from '../contacts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { DISPUTES_VIEW } from '../disputes/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { migrations } from '../migrations/projector.ts';
import { PAYMENTS_VIEW } from '../payments/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { boolean, type Column, cents, day, integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { USERS_VIEW } from '../users/query.ts';

/** Records that wait for an administrator, by list: a view with a condition, and since when one waits. */
const WAITING = {
  dealers: [`${USERS_VIEW} WHERE NOT is_approved AND NOT is_admin`, 'created_at'],
  sites: [`${DEALER_SITES_VIEW} WHERE status = 'pending'`, 'created_at'],
  migrations: [`${migrations.views.migrations} WHERE status = 'pending'`, 'created_at'],
  reader_changes: [`${DEALER_SITES_VIEW} WHERE requested_readers IS NOT NULL`, 'requested_readers_at'],
  approvals: [`${APPROVALS_VIEW} WHERE status = 'waiting'`, 'created_at'],
  questions: [`${DISPUTES_VIEW} WHERE status = 'open'`, 'opened_at'],
  messages: [`${CONTACTS_VIEW} WHERE status = 'open'`, 'created_at'],
  failed_payments: [
    `${PAYMENTS_VIEW} WHERE status IN ('declined', 'failed') AND created_at >= $1::timestamptz`,
    'created_at',
  ],
  disputes: [`${PAYMENTS_VIEW} WHERE disputed`, 'created_at'],
  failed_refunds: [`${PAYMENTS_VIEW} WHERE refund_failed`, 'updated_at'],
  unclaimed_payments: [`${PAYMENTS_VIEW} WHERE unclaimed_cents > 0`, 'created_at'],
  overdue_invoices: [`${INVOICES_VIEW} WHERE status = 'pending' AND due_date < $2::date`, 'due_date'],
} as const;

type WaitingName = keyof typeof WAITING;

/** What waits for a decision. */
export interface Waiting {
  /** Number of records of each kind. */
  readonly counts: Readonly<Record<WaitingName, number>>;
  /** Billing day since which the first of each kind waits; null for none. */
  readonly oldest: Readonly<Record<WaitingName, Day | null>>;
}

/**
 * Counts what waits for a decision. Freshness: `users`, `dealerSites`, `migrations`, `approvals`, `contacts`, `disputes`, `payments`,
 * `invoices`.
 * @param since instant: payments that failed earlier are left out
 * @param today billing day: open invoices due before it are overdue
 * @param timeZone BILLING_TZ
 */
export async function waitingFor(
  db: Queryable,
  { since, today, timeZone }: { readonly since: string; readonly today: Day; readonly timeZone: string },
): Promise<Waiting> {
  const rows = await selectRows(
    db,
    { name: text as Column<string> as Column<WaitingName>, waiting: integer, oldest: optional(day) },
    Object.entries(WAITING)
      .map(([name, [view, column]]) => {
        const first = column === 'due_date' ? 'min(due_date)' : `(min(${column}) AT TIME ZONE $3)::date`;
        return `SELECT '${name}', count(*), ${first} FROM ${view}`;
      })
      .join(' UNION ALL '),
    [since, today, timeZone],
  );
  const by = <Value>(of: (row: (typeof rows)[number]) => Value) =>
    Object.fromEntries(rows.map((row) => [row.name, of(row)])) as Readonly<Record<WaitingName, Value>>;
  return { counts: by(({ waiting }) => waiting), oldest: by(({ oldest }) => oldest) };
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

const billedColumns = {
  is_demo: boolean,
  active_sites: integer,
  active_readers: integer,
  monthly_cents: cents,
};

/** What invoices of a month charge for readers in one mode, in cents. */
export type BilledRow = RowOf<typeof billedColumns>;

/** By mode; none for a mode without invoices that stand. Freshness: `invoices`. */
export function billedByMode(db: Queryable, period: Period): Promise<readonly BilledRow[]> {
  return selectRows(
    db,
    billedColumns,
    `SELECT i.is_demo, count(*), sum((line ->> 'readers')::integer), sum((line ->> 'amountCents')::bigint)::bigint
     FROM ${INVOICES_VIEW} i CROSS JOIN LATERAL jsonb_array_elements(i.lines) AS line
     WHERE i.period = $1 AND i.status <> 'canceled' AND line ->> 'siteId' IS NOT NULL
     GROUP BY i.is_demo`,
    [period],
  );
}
