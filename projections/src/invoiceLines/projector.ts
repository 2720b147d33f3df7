import { LINES_AN_EVENT } from '@portal/domain';
import type { ShownLine } from '../invoices/table.ts';
import { boolean, integer, json, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
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

const idOf = (invoiceId: string, part: number) => `${invoiceId}.${part}`;

/** Lines of long invoices that are not in InvoiceIssued itself (docs/adr/0023). */
export const invoiceLines = defineProjection({
  name: 'invoiceLines',
  version: 1,
  personal: false,
  tables: { invoice_lines: invoiceLinesTable },
  handlers: {
    InvoiceLinesDrafted: ({ invoiceId, part, lines }, rows) =>
      rows.invoice_lines.put({
        id: idOf(invoiceId, part),
        invoice_id: invoiceId,
        part,
        line_count: lines.length,
        lines: lines.map((line) => ({ ...line, siteName: line.siteId === null ? null : line.name })),
        is_issued: false,
      }),
    InvoiceIssued: ({ invoiceId, continued }, rows) => {
      for (let part = 1; part <= (continued?.parts ?? 0); part += 1)
        rows.invoice_lines.update(idOf(invoiceId, part), (row) => ({ ...row, is_issued: true }));
    },
    InvoiceLinkedToSite: ({ invoiceId, siteId, siteName, lines: linked }, rows) => {
      const isLinked = new Set(linked);
      for (const part of new Set(linked.map((line) => Math.floor(line / LINES_AN_EVENT)))) {
        const first = part * LINES_AN_EVENT;
        // lines in InvoiceIssued itself have no row here
        rows.invoice_lines.upsert(
          idOf(invoiceId, part),
          (row) =>
            row && {
              ...row,
              lines: row.lines.map((line, place) =>
                isLinked.has(first + place) ? { ...line, siteId, siteName } : line,
              ),
            },
        );
      }
    },
  },
});
