import { fairQueue, type Turn } from '../../kernel/fairQueue.ts';
import type { Letterhead, PdfDocument } from './renderPdf.ts';

/**
 * Makes a PDF of a paper, which is put together when it is its turn.
 * @throws TooMuchWaiting (429) or QueueFull (503) if too many wait already
 */
export type Print = (turn: Turn, paper: () => Promise<PdfDocument>) => Promise<Buffer>;

/** Renders a document; ends where the signal is aborted. */
export type Render = (
  document: PdfDocument,
  letterhead: Letterhead,
  signal: AbortSignal | undefined,
) => Promise<Buffer>;

/** PDFs that may wait; one takes about a second. */
const WAITING = { byUser: 10, all: 100 };

/** Prints one PDF at a time, in turns of the users. */
export function createPrinter(letterhead: Letterhead, render: Render): Print {
  const queue = fairQueue(WAITING);
  return (turn, paper) =>
    queue({
      ...turn,
      run: async () => {
        const document = await paper();
        turn.signal?.throwIfAborted();
        return render(document, letterhead, turn.signal);
      },
    });
}
