import { parentPort } from 'node:worker_threads';
import { type Range, verifyRange } from './range.ts';

// The program of a thread for `verifyLog`: it reports that it has started, then answers each range.
parentPort?.on('message', (range: Range) => parentPort?.postMessage(verifyRange(range)));
parentPort?.postMessage(null);
