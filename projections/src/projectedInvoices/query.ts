import type { Day } from '@portal/domain/values';
import { type Queryable, selectRows } from '../query/select.ts';
import { viewName } from '../runtime/table.ts';
import { stepOn } from './monthlySteps.ts';
import { projectedInvoices } from './projector.ts';
import { projectedInvoicesTable } from './table.ts';

export const PROJECTED_INVOICES_VIEW = viewName(projectedInvoicesTable.name, projectedInvoices.version);

const { account_id, active_sites, active_readers, pending_sites, pending_readers, steps } =
  projectedInvoicesTable.columns;
const columns = { account_id, active_sites, active_readers, pending_sites, pending_readers, steps };

/** What an account's sites come to, judged on one billing date. Cents a month. */
export interface ProjectedInvoice {
  readonly account_id: string;
  readonly active_sites: number;
  readonly active_readers: number;
  /** Sum over active sites of readers times rate (S2-9). */
  readonly projected_monthly_cents: number;
  readonly pending_sites: number;
  readonly pending_readers: number;
  /** What the pending sites would add (rule B7). */
  readonly pending_monthly_cents: number;
}

/**
 * The projected monthly invoice of each of these accounts; one without any billing event has none.
 * Freshness: `projectedInvoices`.
 * @param billingDate the 1st of next month (`firstOfNextMonth`), on which projected figures are judged
 */
export async function projectedInvoicesOf(
  db: Queryable,
  accountIds: readonly string[],
  billingDate: Day,
): Promise<ReadonlyMap<string, ProjectedInvoice>> {
  const rows = await selectRows(
    db,
    columns,
    `SELECT ${Object.keys(columns).join(', ')} FROM ${PROJECTED_INVOICES_VIEW} WHERE account_id = ANY($1::text[])`,
    [accountIds],
    'projected-invoices',
  );
  return new Map(
    rows.map(({ steps: all, ...row }) => {
      const { active, pending } = stepOn(all, billingDate);
      return [row.account_id, { ...row, projected_monthly_cents: active, pending_monthly_cents: pending }];
    }),
  );
}

/**
 * SQL for the cents that `steps` say for a billing date, to sort a list by it.
 * @param table alias of {@link PROJECTED_INVOICES_VIEW}
 * @param billingDate checked here, for it becomes part of the SQL
 */
export function projectedMonthlyCentsSql(table: string, billingDate: Day): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(billingDate))
    throw new RangeError(`Not a day (YYYY-MM-DD): ${billingDate}`);
  return `coalesce((SELECT (step->>'active')::bigint FROM jsonb_array_elements(${table}.steps) AS step
    WHERE step->>'from' <= '${billingDate}' ORDER BY step->>'from' DESC LIMIT 1), 0)`;
}
