import type { Queryable } from '@portal/projections';
import type { Printers } from '../mail/attachments.ts';
import type { Letterhead } from './renderPdf.ts';

/** What printing a paper takes: where its facts are, and whose paper it is. */
export interface PrintingPorts {
  readonly db: Queryable;
  readonly letterhead: Letterhead;
}

/** Prints the papers that mails carry, from the read models. */
export function createPrinters(_ports: PrintingPorts): Printers {
  return {};
}
