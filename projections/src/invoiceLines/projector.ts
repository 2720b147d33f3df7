import { LINES_AN_EVENT } from '@portal/domain';
import { defineProjection } from '../runtime/definition.ts';
import { invoiceLinesTable } from './table.ts';

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
