import { Readable } from 'node:stream';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import papa from 'papaparse';

export type Cell = string | number | null;

/** Starts of cells that a spreadsheet may treat as formulas. */
const FORMULA = /^[=+\-@\t\r\0]/;

/** A text that a spreadsheet would run becomes one that it shows (security.md); numbers stay numbers. */
export const neutralised = (cell: Cell): Cell =>
  typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;

/** An amount without $ and commas, so that spreadsheets add it up; a negative one as a number, for `-` begins a formula. */
export const amountCell = (cents: number): Cell =>
  cents < 0 ? dollarsFromCents(cents) : formatDollars(cents).replace(/[$,]/g, '');

/** Rows as CSV with CRLF line ends (RFC 4180), formula cells neutralised; '' for no rows. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  return `${papa.unparse(rows.map((row) => row.map(neutralised)))}\r\n`;
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
