import type { Day } from '@portal/domain/values';
import { invoiceById, type Queryable } from '@portal/projections';
import { invoiceDetail, invoicePaper, MAX_PAPER_LINES } from '../modules/invoices/module.ts';
import { receiptPaper } from '../modules/orders/module.ts';
import type { Printers } from '../platform/mail/attachments.ts';
import type { Print } from '../platform/pdf/printer.ts';

export interface PrintingPorts {
  readonly db: Queryable;
  readonly print: Print;
  today(): Day;
}

/** Mails take turns with the users. */
const MAILS = { user: 'mails', isBounded: false };

/** Prints the attachments of mails. */
export function createPrinters({ db, print, today }: PrintingPorts): Printers {
  return {
    receipt: (id) => print(MAILS, () => receiptPaper(db, id)),
    async invoice(id) {
      const row = await invoiceById(db, id);
      if (row === null) throw new Error(`The read model has yet to hear of invoice ${id}`);
      const options = { proof: false, allUpTo: MAX_PAPER_LINES };
      return print(MAILS, async () => invoicePaper(await invoiceDetail(db, row, today(), options)));
    },
  };
}
