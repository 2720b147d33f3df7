import { streamCategory } from '../kernel/stream.ts';

/** `dispute-<invoiceId>.<line>`: one stream a line of an invoice, so that a charge has one dispute at a time. */
export const disputeStreams = streamCategory('dispute');

export const disputeStream = disputeStreams.streamOf;
export const disputeIdOf = disputeStreams.idOf;

/** The id of the dispute about a line, counted from 0 as on the invoice. */
export function disputeIdFor(invoiceId: string, line: number): string {
  if (!Number.isSafeInteger(line) || line < 0) throw new RangeError(`Not a line of an invoice: ${line}`);
  return `${invoiceId}.${line}`;
}

/** Invoice and line of a dispute's id; null where it is none. */
export function partsOfDisputeId(disputeId: string): { invoiceId: string; line: number } | null {
  const [, invoiceId, line] = /^(.+)\.(0|[1-9]\d{0,8})$/.exec(disputeId) ?? [];
  return invoiceId === undefined ? null : { invoiceId, line: Number(line) };
}
