import { asPeriod, isPeriod, type Period } from '../billing/periods.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `invoice-<accountId>_<YYYY-MM>`, a reissue `…_r2`: the name alone allows one invoice for account, period and issue. */
export const invoiceStreams = streamCategory('invoice');

export const invoiceStream = invoiceStreams.streamOf;
export const invoiceIdOf = invoiceStreams.idOf;

/** What an invoice's id says. */
export interface InvoiceIdParts {
  readonly accountId: string;
  readonly period: Period;
  /** 1, or 2 and up for a reissue after a void (decisions B26). */
  readonly issue: number;
}

/** The id of an account's invoice for a period; throws a RangeError for parts that make none. */
export function invoiceIdFor({ accountId, period, issue }: InvoiceIdParts): string {
  if (!Number.isSafeInteger(issue) || issue < 1) throw new RangeError(`Not an issue of an invoice: ${issue}`);
  return `${accountId}_${asPeriod(period)}${issue === 1 ? '' : `_r${issue}`}`;
}

/** The parts of an invoice's id; null where it is none. */
export function partsOfInvoiceId(invoiceId: string): InvoiceIdParts | null {
  const [, accountId, period, issue = '1'] =
    /^(.+)_(\d{4}-\d{2})(?:_r([2-9]|[1-9]\d{1,5}))?$/.exec(invoiceId) ?? [];
  if (accountId === undefined || period === undefined || !isPeriod(period)) return null;
  return { accountId, period, issue: Number(issue) };
}
