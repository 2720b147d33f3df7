import type { ShownLine } from '../invoices/table.ts';
import { boolean, integer, json, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per part of an invoice that is too long for one event: lines beyond those in `invoices`. */
export const invoiceLinesTable = defineTable({
  name: 'invoice_lines',
  key: 'id',
  columns: {
    /** `<invoice id>.<part>` */
    id: text,
    invoice_id: text,
    /** From 1. */
    part: integer,
    line_count: integer,
    lines: json<readonly ShownLine[]>(),
    /** False for parts written before InvoiceIssued. */
    is_issued: boolean,
  },
  indexes: ['(invoice_id, part)'],
});
