import type { Day } from '@portal/domain/values';
import { invoiceById, type Queryable } from '@portal/projections';
import type { Printers } from '../mail/attachments.ts';
import { toInvoiceDetail } from '../routes/invoiceWire.ts';
import { invoicePaper } from './invoicePaper.ts';
import { printReceipt } from './receipt.ts';
import { type Letterhead, renderPdf } from './renderPdf.ts';

/** What printing a paper takes: where its facts are, whose paper it is, and the billing day. */
export interface PrintingPorts {
  readonly db: Queryable;
  readonly letterhead: Letterhead;
  today(): Day;
}

/** Prints the papers that mails carry, from the read models. */
export function createPrinters({ db, letterhead, today }: PrintingPorts): Printers {
  return {
    receipt: (id) => printReceipt({ db, letterhead }, id),
    async invoice(id) {
      const row = await invoiceById(db, id);
      if (row === null) throw new Error(`The read model has yet to hear of invoice ${id}`);
      return renderPdf(invoicePaper(toInvoiceDetail(row, today(), { proof: false })), letterhead);
    },
  };
}
