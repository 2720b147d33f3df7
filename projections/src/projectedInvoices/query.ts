import type { Day } from '@portal/domain/values';
import { viewName } from '../runtime/table.ts';
import { projectedInvoices } from './projector.ts';
import { projectedInvoicesTable } from './table.ts';

export const PROJECTED_INVOICES_VIEW = viewName(projectedInvoicesTable.name, projectedInvoices.version);

/**
 * SQL for an account's projected monthly invoice in cents (S2-9): the step that holds on a billing date.
 * @param table alias of {@link PROJECTED_INVOICES_VIEW}
 * @param billingDate checked here, because it becomes part of the SQL
 */
export function projectedMonthlyCentsSql(table: string, billingDate: Day): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(billingDate))
    throw new RangeError(`Not a day (YYYY-MM-DD): ${billingDate}`);
  return `coalesce((SELECT (step->>'active')::bigint FROM jsonb_array_elements(${table}.steps) AS step
    WHERE step->>'from' <= '${billingDate}' ORDER BY step->>'from' DESC LIMIT 1), 0)`;
}
