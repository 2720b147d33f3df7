import { searchText } from '../query/searching.ts';
import {
  type Column,
  cents,
  day,
  derived,
  type GivenOf,
  instant,
  optional,
  text,
} from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

export type BankLineStatus = 'unmatched' | 'matched' | 'set_aside';

/** One row for each incoming line of a bank's file. */
export const bankLinesTable = defineTable({
  name: 'bank_lines',
  key: 'id',
  columns: {
    id: text,
    day,
    amount_cents: cents,
    text,
    /** Blank for none. */
    reference: text,
    /** `matched` also where the receipt was reversed since. */
    status: text as Column<string> as Column<BankLineStatus>,
    /** Of the last match; null before the first. */
    account_id: optional(text),
    receipt_id: optional(text),
    /** Why it is set aside. */
    reason: optional(text),
    imported_at: instant,
    search: derived(text),
  },
  indexes: ['(day, id)', '(status, day, id)', '(amount_cents, id)', '(receipt_id)'],
  derive: (row) => ({ search: searchText(row.text, row.reference, row.reason) }),
});

type Row = GivenOf<typeof bankLinesTable.columns>;

const changed =
  (change: Partial<Row>) =>
  (row: Row): Row => ({ ...row, ...change });

/** What came in on the bank's account, and what became of it. */
export const bankLines = defineProjection({
  name: 'bankLines',
  version: 1,
  personal: false,
  tables: { lines: bankLinesTable },
  handlers: {
    BankLinesImported: (data, { lines }, { metadata }) => {
      for (const { lineId, amountCents, text: told, reference } of data.lines)
        lines.put({
          id: lineId,
          day: data.day,
          amount_cents: amountCents,
          text: told,
          reference,
          status: 'unmatched',
          account_id: null,
          receipt_id: null,
          reason: null,
          imported_at: metadata.recordedAt,
        });
    },
    BankLineMatched: ({ lineId, accountId, receiptId }, { lines }) =>
      lines.update(
        lineId,
        changed({ status: 'matched', account_id: accountId, receipt_id: receiptId, reason: null }),
      ),
    BankLineSetAside: ({ lineId, reason }, { lines }) =>
      lines.update(lineId, changed({ status: 'set_aside', reason })),
    BankLineTakenBack: ({ lineId }, { lines }) =>
      lines.update(lineId, changed({ status: 'unmatched', reason: null })),
  },
});
