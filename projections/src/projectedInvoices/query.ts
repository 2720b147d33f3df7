import type { Day } from '@portal/domain/values';
import { dayLiteral } from '../runtime/select.ts';
import { viewName } from '../runtime/table.ts';
import { projectedInvoices } from './projector.ts';
import { projectedInvoicesTable } from './table.ts';

export const PROJECTED_INVOICES_VIEW = viewName(projectedInvoicesTable.name, projectedInvoices.version);

/**
 * SQL for an account's projected monthly invoice in cents (S2-9): the step that holds on a billing date.
 * @param table alias of {@link PROJECTED_INVOICES_VIEW}
 */
export function projectedMonthlyCentsSql(table: string, billingDate: Day): string {
  return `coalesce((SELECT (step->>'active')::bigint FROM jsonb_array_elements(${table}.steps) AS step
    WHERE step->>'from' <= ${dayLiteral(billingDate)} ORDER BY step->>'from' DESC LIMIT 1), 0)`;
}
