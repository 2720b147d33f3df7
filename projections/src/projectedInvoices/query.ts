import { projectedInvoices } from './projector.ts';

export const PROJECTED_INVOICES_VIEW = projectedInvoices.views.accounts;

/**
 * SQL for an account's projected monthly invoice in cents (S2-9): the step that holds on a billing date.
 * @param table alias of {@link PROJECTED_INVOICES_VIEW}
 * @param billingDate SQL of a day
 */
export function projectedMonthlyCentsSql(table: string, billingDate: string): string {
  return `coalesce((SELECT (step->>'active')::bigint FROM jsonb_array_elements(${table}.steps) AS step
    WHERE step->>'from' <= ${billingDate} ORDER BY step->>'from' DESC LIMIT 1), 0)`;
}
