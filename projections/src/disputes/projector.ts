import { type DisputeOutcome, type Personal, reveal } from '@portal/domain';
import { searchText } from '../query/searching.ts';
import { type Column, cents, derived, instant, integer, json, optional, text } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { dated, edits } from '../runtime/fields.ts';
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
    search: derived(text),
  },
  indexes: [
    '(account_id, updated_at DESC, id)',
    '(status, updated_at, id)',
    '(updated_at, id)',
    '(invoice_id)',
  ],
  derive: (row) => ({
    search: searchText(row.invoice_number, row.line_name, ...row.messages.map(({ text: words }) => words)),
  }),
});

const message = (
  by: DisputeMessage['by'],
  text: Personal<string>,
  { metadata }: PortalEnvelope,
): DisputeMessage => ({ at: metadata.recordedAt, by, text: reveal(text) });

const edit = edits(disputesTable, 'disputes', 'disputeId', dated);

/** Questioned charges with messages and outcome. */
export const disputes = defineProjection({
  name: 'disputes',
  version: 2,
  personal: true,
  tables: { disputes: disputesTable },
  handlers: {
    DisputeOpened: (data, rows, envelope) =>
      rows.disputes.upsert(data.disputeId, (before) => ({
        id: data.disputeId,
        account_id: data.accountId,
        invoice_id: data.invoiceId,
        invoice_number: data.invoiceNumber,
        line: data.line,
        line_name: data.lineName,
        site_id: data.siteId,
        amount_cents: data.amountCents,
        status: 'open',
        outcome: null,
        reissued_as: null,
        settled_cents: 0,
        messages: [...(before?.messages ?? []), message('dealer', data.question, envelope)],
        opened_at: envelope.metadata.recordedAt,
        updated_at: envelope.metadata.recordedAt,
        closed_at: null,
      })),
    DisputeReplied: edit(({ by, text }, { messages }, envelope) => ({
      messages: [...messages, message(by, text, envelope)],
    })),
    DisputeClosed: edit(({ outcome, explanation, reissuedAs, amountCents }, { messages }, envelope) => ({
      status: 'closed',
      outcome,
      reissued_as: reissuedAs,
      settled_cents: amountCents,
      messages:
        explanation === ''
          ? messages
          : [...messages, message(outcome === 'withdrawn' ? 'dealer' : 'admin', explanation, envelope)],
      closed_at: envelope.metadata.recordedAt,
    })),
    // removed altogether: without the key, an empty message can't be told from another
    CompanyDataErased: ({ disputeIds }, rows) => {
      for (const disputeId of disputeIds) {
        rows.disputes.upsert(disputeId, (dispute) => dispute && { ...dispute, messages: [] });
      }
    },
  },
});
