import type { MatchableCompany, MatchableInvoice, Period, UnmatchedReceipt } from '@portal/domain';
import { addDays, addMonthsClamped, type Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { RECEIPTS_VIEW } from '../receipts/query.ts';
import {
  boolean,
  cents,
  day,
  integer,
  json,
  optional,
  type RowOf,
  readAs,
  text,
} from '../runtime/columns.ts';
import { isIn, type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { bankLines, bankLinesTable } from './projector.ts';

export type { BankLineStatus } from './projector.ts';

const VIEW = bankLines.views.lines;

/** An invoice that a receipt paid; `reversed` where that was taken back. */
export interface PaidInvoice {
  readonly id: string;
  readonly number: string;
  readonly cents: number;
}

const columns = {
  ...shownColumns(bankLinesTable),
  company_name: readAs(optional(text), 't.company_name', 't.company_name_key'),
  dealer_id: optional(text),
  /** Of the receipt that it was matched with. */
  reversed_on: optional(day),
  reversed_because: optional(text),
  /** What the receipt paid. */
  invoices: readAs(
    json<readonly PaidInvoice[]>(),
    `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'number', i.invoice_number, 'cents', r.amount_cents)
        ORDER BY i.invoice_date, i.invoice_number), '[]')
      FROM ${RECEIPTS_VIEW} r JOIN ${INVOICES_VIEW} i ON i.id = r.invoice_id WHERE r.receipt_id = t.receipt_id)`,
  ),
};

/** A line with its company and invoices. Amounts in cents. */
export type BankLineRow = RowOf<typeof columns>;

/** A line is unmatched again once the receipt is reversed that it was matched with. */
const { byId, list, totals } = recordsOf({
  columns,
  view: `(SELECT b.id, b.day, b.amount_cents, b.text, b.reference, b.account_id, b.receipt_id, b.reason, b.imported_at,
      CASE WHEN b.status = 'matched' AND v.reversed_on IS NOT NULL THEN 'unmatched' ELSE b.status END AS status,
      v.reversed_on, v.reversed_because, a.company_name, a.company_name_key, a.dealer_id,
      concat_ws(' ', b.search, a.search) AS search
    FROM ${VIEW} b LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = b.account_id
    LEFT JOIN LATERAL (SELECT max(r.reversed_on) AS reversed_on, max(r.reversed_because) AS reversed_because
      FROM ${RECEIPTS_VIEW} r WHERE r.receipt_id = b.receipt_id) v ON true)`,
  sorts: { amount: 't.amount_cents' },
  defaultSort: ['day', 'DESC'],
});

/** What {@link listBankLines} and {@link bankLineTotals} read. */
export const BANK_LINE_READS = ['bankLines', 'receipts', 'accounts', 'invoices'];

/** The admin's list of bank lines. Freshness: {@link BANK_LINE_READS}. @throws InvalidListQuery */
export const listBankLines = list;

/** One line, or null. As {@link listBankLines}. */
export const bankLineById = byId;

const sums = {
  status: readAs(bankLinesTable.columns.status, 't.status'),
  lines: readAs(integer, 'count(*)'),
  amount_cents: readAs(cents, 'sum(t.amount_cents)::bigint'),
};

/** Number and sum of the lines of one status. */
export type BankLineSums = RowOf<typeof sums>;

/** Totals of the lines that a list finds, by status. As {@link listBankLines}. */
export const bankLineTotals = totals(sums, 'status');

/**
 * Money that came in during these months and is neither matched nor set aside, for their closing. Freshness:
 * {@link BANK_LINE_READS}.
 * @param months `from` null: from the first line on
 */
export async function unmatchedBankLines(
  db: Queryable,
  { from, to }: { readonly from: Period | null; readonly to: Period },
): Promise<{ readonly lines: number; readonly cents: number }> {
  const [found] = await bankLineTotals(db, {
    filter: {
      status: 'unmatched',
      ...(from !== null && { day_gte: `${from}-01` }),
      day_lte: addDays(addMonthsClamped(`${to}-01`, 1), -1),
    },
  });
  return { lines: found?.lines ?? 0, cents: found?.amount_cents ?? 0 };
}

/** Which of these lines were imported. Freshness: `bankLines`. */
export const knownBankLines = (db: Queryable, ids: readonly string[]): Promise<readonly string[]> =>
  selectColumn(db, text, `SELECT id FROM ${VIEW} WHERE ${isIn('id', '$1')}`, [ids]);

const matchable = {
  id: text,
  invoiceNumber: text,
  accountId: text,
  isDemo: boolean,
  invoiceDate: day,
  openCents: cents,
} as const;

/** Open invoices of all companies, and those of these numbers. Freshness: `invoices`. */
export const invoicesToMatch = (
  db: Queryable,
  numbers: readonly string[],
): Promise<readonly MatchableInvoice[]> =>
  selectRows(
    db,
    matchable,
    `SELECT id, invoice_number, account_id, is_demo, invoice_date, CASE WHEN status = 'pending' THEN open_cents ELSE 0 END
     FROM ${INVOICES_VIEW}
     WHERE status = 'pending' AND open_cents > 0 OR ${isIn('invoice_number', '$1')}`,
    [numbers],
  );

/** Companies by name, dealer id and mode. Freshness: `accounts`. */
export const companiesToMatch = (db: Queryable): Promise<readonly MatchableCompany[]> =>
  selectRows(
    db,
    { accountId: text, companyName: text, dealerId: optional(text), isDemo: boolean },
    `SELECT id, company_name, dealer_id, is_demo FROM ${ACCOUNTS_VIEW} WHERE NOT erased`,
  );

/**
 * Checks and bank transfers of these days that stand and that no line was matched with. Freshness: `receipts`,
 * `bankLines`.
 */
export const receiptsToMatch = (
  db: Queryable,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly UnmatchedReceipt[]> =>
  selectRows(
    db,
    { receiptId: text, accountId: text, receivedOn: day, reference: text, amountCents: cents },
    `SELECT r.receipt_id, min(r.account_id), min(r.day), coalesce(min(r.reference), ''), sum(r.amount_cents)::bigint
     FROM ${RECEIPTS_VIEW} r
     WHERE r.day BETWEEN $1 AND $2 AND r.method <> 'card' AND r.reversed_on IS NULL
       AND NOT EXISTS (SELECT FROM ${VIEW} b WHERE b.receipt_id = r.receipt_id)
     GROUP BY r.receipt_id`,
    [from, to],
  );

/** Whose a recorded receipt is, and whether it was reversed; null if there is none. Freshness: `receipts`. */
export async function recordedReceipt(
  db: Queryable,
  receiptId: string,
): Promise<{ readonly accountId: string; readonly cents: number; readonly isReversed: boolean } | null> {
  const [found = null] = await selectRows(
    db,
    { accountId: text, cents, isReversed: boolean },
    `SELECT min(account_id), sum(amount_cents)::bigint, bool_or(reversed_on IS NOT NULL) FROM ${RECEIPTS_VIEW}
     WHERE receipt_id = $1 AND method <> 'card' GROUP BY receipt_id`,
    [receiptId],
  );
  return found;
}
