import type { Period } from '@portal/domain';
import { shareOfCents, sumCents } from '@portal/domain/values';
import type { ClientBase } from 'pg';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { journal } from '../journal/projector.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import type { DaySpan } from '../query/daySpan.ts';
import { boolean, cents, json, type RowOf, text } from '../runtime/columns.ts';
import { cursorPages } from '../runtime/cursor.ts';
import { invoiceLines } from './projector.ts';

/** What an invoice or order is taxed on in a state, and its tax. Cents. */
export interface StateTax {
  readonly state: string;
  readonly taxableCents: number;
  readonly taxCents: number;
  readonly exempt?: true | null | undefined;
}

const columns = {
  /** The invoice or order; blank for none. */
  sale: text,
  event_type: text,
  /** `YYYY-MM` of the day on which it is posted. */
  month: text,
  /** Whether that day is in the span. */
  counts: boolean,
  /** Credits less debits of the account for sales tax. */
  cents,
  taxes: json<readonly StateTax[]>(),
};

/** An entry of an invoice or order with sales tax. */
export type TaxEntry = RowOf<typeof columns>;

/** A state in a month; `state` null where older orders do not name it. Cents. */
export interface StateTaxRow {
  readonly month: Period;
  readonly state: string | null;
  /** What tax was charged on, less that of canceled invoices. */
  readonly taxable_cents: number;
  /** What would have been taxed, were the company not exempt, less that of canceled invoices. */
  readonly exempt_cents: number;
  /** Less that of canceled invoices. */
  readonly charged_cents: number;
  /** At most 0, unless it was taken back. */
  readonly back_cents: number;
}

/** What an entry makes of the sales, besides the tax that it posts. */
const CHARGES: Readonly<Record<string, 1 | -1>> = { InvoiceIssued: 1, OrderPaid: 1, InvoiceVoided: -1 };

/** Splits what is left of the tax of several states in proportion to theirs: all of it is split as it was charged. */
function split(leftCents: number, taxes: readonly StateTax[]): readonly number[] {
  const wholeCents = sumCents(taxes.map(({ taxCents }) => taxCents));
  const upTo = (count: number) => {
    const part = sumCents(taxes.slice(0, count).map(({ taxCents }) => taxCents));
    const share = shareOfCents(Math.abs(leftCents), part, wholeCents);
    return leftCents < 0 ? 0 - share : share;
  };
  return taxes.map((_tax, index) => (wholeCents === 0 ? 0 : upTo(index + 1) - upTo(index)));
}

/**
 * Adds entries up by month and state, the newest month first. What an entry changes of the tax of an invoice or order is split
 * by what is left of it, so that the sum over the states is what was posted, and giving back all gives back each state's tax.
 * @param pages entries, those of an invoice or order together and in their order
 */
export async function taxByState(
  pages: AsyncIterable<readonly TaxEntry[]> | Iterable<readonly TaxEntry[]>,
): Promise<readonly StateTaxRow[]> {
  const rows = new Map<string, StateTaxRow>();
  const add = (month: Period, state: string | null, change: Partial<StateTaxRow>) => {
    const key = `${month} ${state}`;
    const { taxable_cents = 0, exempt_cents = 0, charged_cents = 0, back_cents = 0 } = rows.get(key) ?? {};
    rows.set(key, {
      month,
      state,
      taxable_cents: taxable_cents + (change.taxable_cents ?? 0),
      exempt_cents: exempt_cents + (change.exempt_cents ?? 0),
      charged_cents: charged_cents + (change.charged_cents ?? 0),
      back_cents: back_cents + (change.back_cents ?? 0),
    });
  };
  let sale = '';
  let leftCents = 0;
  for await (const page of pages)
    for (const entry of page) {
      const { event_type, month, counts, taxes } = entry;
      if (entry.sale !== sale) leftCents = 0;
      sale = entry.sale;
      const before = split(leftCents, taxes);
      leftCents += entry.cents;
      if (!counts) continue;
      const after = split(leftCents, taxes);
      const sign = CHARGES[event_type] ?? 0;
      taxes.forEach(({ state, taxableCents, taxCents, exempt }, index) => {
        const charged_cents = sign * taxCents;
        const back_cents = (after[index] ?? 0) - (before[index] ?? 0) - charged_cents;
        const name = exempt ? 'exempt_cents' : 'taxable_cents';
        add(month, state, { [name]: sign * taxableCents, charged_cents, back_cents });
      });
      const rest = entry.cents - sumCents(after) + sumCents(before);
      if (rest !== 0) add(month, null, { [sign === 0 ? 'back_cents' : 'charged_cents']: rest });
    }
  const isOf = ({ taxable_cents, exempt_cents, charged_cents, back_cents }: StateTaxRow) =>
    [taxable_cents, exempt_cents, charged_cents, back_cents].some((amount) => amount !== 0);
  return [...rows.entries()]
    .sort(
      ([, a], [, b]) => (a.month === b.month ? 0 : a.month < b.month ? 1 : -1) || compare(a.state, b.state),
    )
    .map(([, row]) => row)
    .filter(isOf);
}

const compare = (a: string | null, b: string | null) => ((a ?? '~') < (b ?? '~') ? -1 : 1);

/** The lines of sales tax of an invoice `i`. */
const LINES = `SELECT jsonb_agg(jsonb_build_object('state', t.line -> 'tax' -> 'state', 'taxCents', t.line -> 'amountCents',
    'taxableCents', t.line -> 'tax' -> 'taxableCents', 'exempt', t.line -> 'tax' -> 'exempt'))
  FROM (SELECT jsonb_array_elements(i.lines) AS line UNION ALL SELECT jsonb_array_elements(f.lines)
    FROM ${invoiceLines.views.invoice_lines} f WHERE f.invoice_id = i.id AND f.is_issued) t WHERE t.line ? 'tax'`;

/**
 * Sales tax of a span of days and mode by month and state, as the journal posts it: the sum of a month is the movement of the
 * account for sales tax. An invoice of which a one-off credit takes all charges is not posted, so its own days count. See {@link cursorPages}. Freshness: `journal`, `invoices`, `invoiceLines`, `orders`.
 */
export function salesTaxByState(client: ClientBase, of: DaySpan): Promise<readonly StateTaxRow[]> {
  const day = 'coalesce(p.day, (p.recorded_at AT TIME ZONE $3)::date)';
  const types = Object.keys(CHARGES)
    .map((type) => `'${type}'`)
    .join(', ');
  const pages = cursorPages(
    client,
    columns,
    `WITH entries AS (
       SELECT coalesce(p.invoice_id, p.order_id, '') AS sale, p.event_id, min(p.event_type) AS event_type,
         min(p.recorded_at) AS recorded_at, min(${day}) AS day,
         coalesce(sum(p.credit_cents - p.debit_cents) FILTER (WHERE p.account = 'sales_tax_payable'), 0)::bigint AS cents
       FROM ${journal.views.postings} p
       WHERE p.is_demo = $1 AND ($5::text IS NULL OR p.account_id = $5)
         AND (p.account = 'sales_tax_payable' OR p.account LIKE 'revenue_%' AND p.event_type IN (${types}))
       GROUP BY sale, p.event_id
       UNION ALL SELECT i.id, i.id, e.event_type, e.recorded_at, e.day, 0
       FROM ${INVOICES_VIEW} i CROSS JOIN LATERAL (VALUES ('InvoiceIssued', i.created_at, i.invoice_date),
         ('InvoiceVoided', i.voided_at, (i.voided_at AT TIME ZONE $3)::date)) AS e (event_type, recorded_at, day)
       WHERE i.is_demo = $1 AND ($5::text IS NULL OR i.account_id = $5) AND e.day IS NOT NULL
         AND i.charges_cents = 0 AND i.tax_cents = 0),
     sales AS (SELECT DISTINCT sale FROM entries WHERE day BETWEEN $2 AND $4),
     taxed AS (SELECT s.sale, coalesce((${LINES}), o.taxes, '[]') AS taxes
       FROM sales s LEFT JOIN ${INVOICES_VIEW} i ON i.id = s.sale LEFT JOIN ${ORDERS_VIEW} o ON o.id = s.sale)
     SELECT e.sale, e.event_type, to_char(e.day, 'YYYY-MM'), e.day BETWEEN $2 AND $4, e.cents, t.taxes
     FROM entries e JOIN taxed t USING (sale)
     WHERE e.cents <> 0 OR t.taxes <> '[]' ORDER BY e.sale, e.recorded_at, e.event_id`,
    [of.isDemo, of.from, of.timeZone, of.to, of.accountId],
  );
  return taxByState(pages);
}
