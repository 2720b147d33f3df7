import type { ShownLine } from '../invoices/table.ts';
import { integer, json, text } from '../runtime/columns.ts';
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
