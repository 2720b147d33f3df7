import type { Day } from '@portal/domain/values';
import { invoiceById, type Queryable } from '@portal/projections';
import { invoiceDetail, invoicePaper, MOST_PAPER_LINES } from '../modules/invoices/module.ts';
import { printReceipt } from '../modules/orders/module.ts';
import type { Printers } from '../platform/mail/attachments.ts';
import { type Letterhead, renderPdf } from '../platform/pdf/renderPdf.ts';

export interface PrintingPorts {
  readonly db: Queryable;
  readonly letterhead: Letterhead;
  today(): Day;
}

/** Prints the attachments of mails. */
export function createPrinters({ db, letterhead, today }: PrintingPorts): Printers {
  return {
    receipt: (id) => printReceipt({ db, letterhead }, id),
    async invoice(id) {
      const row = await invoiceById(db, id);
      if (row === null) throw new Error(`The read model has yet to hear of invoice ${id}`);
      const options = { proof: false, allUpTo: MOST_PAPER_LINES };
      return renderPdf(invoicePaper(await invoiceDetail(db, row, today(), options)), letterhead);
    },
  };
}
