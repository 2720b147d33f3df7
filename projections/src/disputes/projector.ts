import { type Personal, reveal } from '@portal/domain';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { dated, edits } from '../runtime/fields.ts';
import { type DisputeMessage, disputesTable } from './table.ts';

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
        search: '',
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
