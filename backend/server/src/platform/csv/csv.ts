import { Readable } from 'node:stream';
import { csvAmount, csvCell, quotesCsvCell } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import papa from 'papaparse';

export type Cell = string | number | null;

/** An amount of cents as {@link csvAmount}. */
export const amountCell = (cents: number): Cell => csvAmount(dollarsFromCents(cents));

/** Rows as CSV with CRLF line ends (RFC 4180), formula cells neutralised; '' for no rows. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  return `${papa.unparse(
    rows.map((row) => row.map(csvCell)),
    { quotes: quotesCsvCell },
  )}\r\n`;
}

/** A whole file; the byte order mark has spreadsheets read it as UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${csvRows([header, ...rows])}`;
}

/** The same, page by page as somebody reads it: memory stays flat. A failing source breaks the download off. */
export function csvStream(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable {
  async function* texts() {
    yield toCsv(header, []);
    for await (const page of pages) yield csvRows(page);
  }
  return Readable.from(texts(), { objectMode: false });
}
