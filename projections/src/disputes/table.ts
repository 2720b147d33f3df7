import type { DisputeOutcome } from '@portal/domain';
import { searchText } from '../query/searching.ts';
import { type Column, cents, instant, integer, json, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** A message of the dealer or an administrator. */
export interface DisputeMessage {
  /** ISO instant. */
  readonly at: string;
  readonly by: 'dealer' | 'admin';
  readonly text: string;
}

/** One row per questioned charge; questioned again, it reopens with its earlier messages. */
export const disputesTable = defineTable({
  name: 'disputes',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    invoice_id: text,
    invoice_number: text,
    line: integer,
    line_name: text,
    site_id: optional(text),
    amount_cents: cents,
    status: text as Column<string> as Column<'open' | 'closed'>,
    outcome: optional(text as Column<string> as Column<DisputeOutcome>),
    reissued_as: optional(text),
    settled_cents: cents,
    messages: json<readonly DisputeMessage[]>(),
    opened_at: instant,
    updated_at: instant,
    closed_at: optional(instant),
    search: text,
  },
  indexes: [
    '(account_id, updated_at DESC, id)',
    '(status, updated_at, id)',
    '(updated_at, id)',
    '(invoice_id)',
  ],
  derive: (row) => ({
    ...row,
    search: searchText(row.invoice_number, row.line_name, ...row.messages.map(({ text: words }) => words)),
  }),
});
