import type { Adjustment, InvoiceLine, Period } from '@portal/domain';
import { INVOICES_VIEW } from '../invoices/query.ts';
import type { ShownLine } from '../invoices/table.ts';
import { cents, integer, json, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { invoiceLines } from './projector.ts';

const VIEW = invoiceLines.views.invoice_lines;

/** Number of further lines by invoice, beside those in `invoices`; invoices without any are left out. Freshness: `invoiceLines`. */
export async function countFurtherLines(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(
    db,
    { invoice_id: text, lines: integer },
    `SELECT invoice_id, sum(line_count)::integer FROM ${VIEW}
     WHERE is_issued AND invoice_id = ANY($1::text[]) GROUP BY invoice_id`,
    [invoiceIds],
  );
  return new Map(rows.map(({ invoice_id, lines }) => [invoice_id, lines]));
}

/**
 * One part of an invoice's further lines. Freshness: `invoiceLines`.
 * @param part from 1
 * @returns `[]` past the end
 */
export async function furtherLines(
  db: Queryable,
  invoiceId: string,
  part: number,
): Promise<readonly ShownLine[]> {
  const [lines = []] = await selectColumn(
    db,
    json<readonly ShownLine[]>(),
    `SELECT lines FROM ${VIEW} WHERE is_issued AND invoice_id = $1 AND part = $2`,
    [invoiceId, part],
  );
  return lines;
}

/** All further lines of these invoices, in order. Freshness: `invoiceLines`. */
export async function allFurtherLines(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownLine[]>> {
  const rows = await selectRows(
    db,
    { invoice_id: text, lines: json<readonly ShownLine[]>() },
    `SELECT invoice_id, lines FROM ${VIEW} WHERE is_issued AND invoice_id = ANY($1::text[])
     ORDER BY invoice_id, part`,
    [invoiceIds],
  );
  const found = new Map<string, ShownLine[]>();
  for (const { invoice_id, lines } of rows)
    found.set(invoice_id, [...(found.get(invoice_id) ?? []), ...lines]);
  return found;
}

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
