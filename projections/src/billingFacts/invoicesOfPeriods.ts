import type { Adjustment, InvoiceLine, Period } from '@portal/domain';
import { allFurtherLines } from '../invoiceLines/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { cents, json, text } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';

const COLUMNS = {
  id: text,
  account_id: text,
  period: text,
  status: text,
  total_cents: cents,
  lines: json<readonly InvoiceLine[]>(),
  adjustments: json<readonly Adjustment[]>(),
};

/** An account's invoice of a month. Cents. */
export interface InvoiceOfPeriod {
  readonly invoiceId: string;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  readonly totalCents: number;
}

/**
 * Invoices of these accounts and months except canceled ones, by `<account>_<period>`. Freshness: `invoices`, `invoiceLines`.
 */
export async function invoicesOfPeriods(
  db: Queryable,
  accountIds: readonly string[],
  periods: readonly Period[],
): Promise<ReadonlyMap<string, InvoiceOfPeriod>> {
  const rows = await selectRows(
    db,
    COLUMNS,
    `SELECT ${Object.keys(COLUMNS).join(', ')} FROM ${INVOICES_VIEW}
     WHERE account_id = ANY($1::text[]) AND period = ANY($2::text[]) AND status <> 'canceled'`,
    [accountIds, periods],
  );
  const further = await allFurtherLines(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id: invoiceId, account_id, period, lines, adjustments, total_cents: totalCents }) => [
      `${account_id}_${period}`,
      { invoiceId, lines: [...lines, ...(further.get(invoiceId) ?? [])], adjustments, totalCents },
    ]),
  );
}
