import { type Rate, rateFor } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import type { SiteBillingFacts } from '../projectedInvoices/monthlySteps.ts';
import { projectedInvoicesTable } from '../projectedInvoices/projector.ts';
import { PROJECTED_INVOICES_VIEW } from '../projectedInvoices/query.ts';
import { json, optional } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';

const columns = {
  rates: projectedInvoicesTable.columns.rates,
  site: optional(json<SiteBillingFacts>()),
};

/**
 * Monthly rate per reader of a site on `billingDate` (rule B6), whatever its status; null for a site of another account.
 * Freshness: `projectedInvoices`.
 */
export async function siteRate(
  db: Queryable,
  accountId: string,
  siteId: string,
  billingDate: Day,
): Promise<Rate | null> {
  const [facts] = await selectRows(
    db,
    columns,
    `SELECT rates, sites -> $2 FROM ${PROJECTED_INVOICES_VIEW} WHERE account_id = $1`,
    [accountId, siteId],
  );
  return facts?.site == null ? null : rateFor(facts.site, facts.rates, billingDate);
}
