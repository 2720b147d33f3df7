// The thread that makes PDFs (renderInThread.ts): each message is a document, its answer goes to the message's port.
import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Letterhead, type PdfDocument, renderPdf } from '../platform/pdf/renderPdf.ts';

export interface PrintJob {
  readonly document: PdfDocument;
  readonly letterhead: Letterhead;
  readonly answer: MessagePort;
}

/** The PDF, or why there is none. */
export type PrintResult = { readonly pdf: Uint8Array } | { readonly error: string };

parentPort?.on('message', async ({ document, letterhead, answer }: PrintJob) => {
  let result: PrintResult;
  try {
    result = { pdf: await renderPdf(document, letterhead) };
  } catch (error) {
    result = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  answer.postMessage(result);
  answer.close();
});
