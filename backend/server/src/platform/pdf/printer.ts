import { fairQueue, type Turn } from '../../kernel/fairQueue.ts';
import type { Letterhead, PdfDocument } from './renderPdf.ts';

export type Print = ReturnType<typeof createPrinter>;

/** PDFs that may wait; one takes about a second. */
const WAITING = { byUser: 10, all: 100 };

/**
 * Prints one PDF at a time, in turns of the users. A paper is put together when it is its turn.
 * @param render ends where the signal is aborted
 */
export function createPrinter(
  letterhead: Letterhead,
  render: (document: PdfDocument, from: Letterhead, signal?: AbortSignal) => Promise<Buffer>,
) {
  const queue = fairQueue(WAITING);
  /** @throws TooMuchWaiting (429) or QueueFull (503) if too many wait already */
  return (turn: Turn, paper: (from: Letterhead) => Promise<PdfDocument>): Promise<Buffer> =>
    queue({
      ...turn,
      run: async () => {
        const document = await paper(letterhead);
        turn.signal?.throwIfAborted();
        return render(document, letterhead, turn.signal);
      },
    });
}
