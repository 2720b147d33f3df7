import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Threads } from '@portal/projections';

const MOST = 4;

/** Threads for `verifyLog`. */
export const verifyThreads: Threads = {
  start: () => new Worker(new URL('./verifyThread.mjs', import.meta.url)),
  // the thread that reads verifies too
  count: Math.max(1, Math.min(MOST, availableParallelism() - 1)),
  from: 20_000,
};
