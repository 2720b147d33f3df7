import { Readable } from 'node:stream';
import { fairQueue, type Turn } from '../../kernel/fairQueue.ts';
import { csvPieces, type Page } from './csv.ts';

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
