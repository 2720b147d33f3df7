import { conflict } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { refuseWhilePaying } from './paying.ts';
import { stillOpenCents, writtenOffCents } from './settlement.ts';
import { type IssuedInvoice, idsOf } from './state.ts';

/**
 * Writes off what is open of an invoice (rule B38). Without effect where it is written off already.
 * @throws BusinessRefusal conflict unless it is open, no payment is being processed and no bank decides about one;
 * unprocessable without a reason
 */
export function writeOff(
  invoice: IssuedInvoice,
  { reason, today }: InvoiceCommandOf<'WriteOffInvoice'>,
): readonly InvoiceEvent[] {
  if (invoice.status === 'written_off') return [];
  refuseNotOpen(invoice);
  refuseWhilePaying(invoice);
  if (invoice.disputes.some(({ status }) => status === 'open'))
    throw conflict(
      'The bank of the card decides about a payment of this invoice. Please wait for its decision.',
    );
  const data = { amountCents: stillOpenCents(invoice), writtenOffOn: today, reason: neededReason(reason) };
  return [{ type: 'InvoiceWrittenOff', data: { ...idsOf(invoice), ...data } }];
}

/**
 * Takes all that is written off back, which is open again. Without effect where it was taken back already.
 * @throws BusinessRefusal conflict if it was never written off, or a payment is being processed; unprocessable without a
 * reason
 */
export function takeWriteOffBack(
  invoice: IssuedInvoice,
  { reason, today }: InvoiceCommandOf<'TakeWriteOffBack'>,
): readonly InvoiceEvent[] {
  const amountCents = writtenOffCents(invoice);
  if (invoice.writeOffs.length === 0) throw conflict('This invoice is not written off.');
  if (amountCents === 0) return [];
  refuseWhilePaying(invoice);
  const data = { amountCents, reversedOn: today, reason: neededReason(reason) };
  return [{ type: 'InvoiceWriteOffReversed', data: { ...idsOf(invoice), ...data } }];
}

function refuseNotOpen({ status }: IssuedInvoice): void {
  if (status === 'paid') throw conflict('This invoice is paid, so nothing of it can be written off.');
  if (status === 'voided') throw conflict("This invoice was canceled, so it can't be written off.");
  if (status === 'carried')
    throw conflict('This invoice was carried to a later one. Write that one off instead.');
}
