import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { csvAmount, csvCell, quotesCsvCell } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import papa from 'papaparse';
import { fairQueue, type Turn } from '../../kernel/fairQueue.ts';

export type Cell = string | number | null;

/** An amount of cents as {@link csvAmount}. */
export const amountCell = (cents: number): Cell => csvAmount(dollarsFromCents(cents));

/** Rows as CSV with CRLF line ends (RFC 4180), formula cells neutralised; '' for no rows. */
function csvRows(rows: readonly (readonly Cell[])[]): string {
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

/** Rows made into text without a pause: some 10 ms. */
const ROWS_AT_ONCE = 1_000;

export type Page = readonly (readonly Cell[])[];

/** The same in pieces, made page by page as somebody asks for them. Other requests have their turn between pieces. */
export async function* csvPieces(
  header: readonly string[],
  pages: AsyncIterable<Page>,
): AsyncGenerator<string> {
  let begin = toCsv(header, []);
  for await (const page of pages) {
    for (let first = 0; first < page.length; first += ROWS_AT_ONCE) {
      yield begin + csvRows(page.slice(first, first + ROWS_AT_ONCE));
      begin = '';
      await othersTurn();
    }
  }
  if (begin !== '') yield begin;
}

export type CsvDownload = ReturnType<typeof csvDownloads>;

/** Downloads that may wait for their first piece: some 10 ms and the reading of a page, of a report the whole reading. */
const WAITING = { byUser: 10, all: 100 };

/**
 * Writes CSV files as their callers read them, one piece at a time, in turns of the users. A piece belongs to a turn, not a
 * file, so a caller who reads slowly delays nobody. No further page is read for a caller who is gone.
 */
export function csvDownloads() {
  const queue = fairQueue(WAITING);
  /**
   * A file whose first piece is made. A failing source breaks the download off.
   * @throws TooMuchWaiting (429) or QueueFull (503) if too many wait already, and what the source throws before its first page
   */
  return async (turn: Turn, header: readonly string[], pages: AsyncIterable<Page>): Promise<Readable> => {
    const pieces = csvPieces(header, pages);
    const next = (isBounded: boolean) => queue({ ...turn, isBounded, run: () => pieces.next() });
    const first = await next(true);
    async function* rest() {
      try {
        for (let piece = first; piece.done !== true; piece = await next(false)) yield piece.value;
      } finally {
        await pieces.return(undefined);
      }
    }
    return Readable.from(rest(), { objectMode: false });
  };
}
