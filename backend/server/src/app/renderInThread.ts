import { MessageChannel, Worker } from 'node:worker_threads';
import type { Letterhead, PdfDocument } from '../platform/pdf/renderPdf.ts';
import type { PrintResult } from './printThread.ts';

/** A thread without work ends after this time, and its memory is free again. */
const IDLE_MS = 30_000;
/** Work that nobody waits for may end by itself for so long: starting a thread takes about as much time. */
const GRACE_MS = 1_000;
/** Memory of the thread; a document that needs more fails alone. */
const MAX_MEGABYTES = 1_024;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function start(): Worker {
  const worker = new Worker(new URL('./printThread.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  worker.setMaxListeners(0);
  worker.once('exit', () => {
    if (thread === worker) thread = undefined;
  });
  // told to the one who waits
  worker.on('error', () => undefined);
  return worker;
}

/**
 * Renders a document in a thread of its own, so that the portal answers others meanwhile. It is started with the first document.
 * @param signal ends the thread a second after it was aborted
 * @throws Error if the document can't be rendered
 */
export async function renderInThread(
  document: PdfDocument,
  letterhead: Letterhead,
  signal?: AbortSignal,
): Promise<Buffer> {
  thread ??= start();
  const worker = thread;
  clearTimeout(idle);
  worker.ref();
  const { port1: result, port2: answer } = new MessageChannel();
  let grace: NodeJS.Timeout | undefined;
  const abort = () => {
    grace = setTimeout(() => void worker.terminate(), GRACE_MS);
  };
  let reject = (_reason: unknown) => {};
  const ended = () => reject(signal?.reason ?? new Error('The thread that makes PDFs ended'));
  const promise = new Promise<PrintResult>((resolve, rejectPromise) => {
    reject = rejectPromise;
    result.once('message', resolve);
  });
  worker.once('error', reject);
  worker.once('exit', ended);
  signal?.addEventListener('abort', abort);
  try {
    worker.postMessage({ document, letterhead, answer }, [answer]);
    const made = await promise;
    if ('error' in made) throw new Error(made.error);
    return Buffer.from(made.pdf.buffer, made.pdf.byteOffset, made.pdf.byteLength);
  } finally {
    signal?.removeEventListener('abort', abort);
    clearTimeout(grace);
    worker.off('error', reject).off('exit', ended);
    result.close();
    worker.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void worker.terminate(), IDLE_MS);
    idle.unref();
  }
}
