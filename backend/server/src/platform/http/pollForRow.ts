import { setTimeout as sleep } from 'node:timers/promises';
import { FRESHNESS_MS } from './freshness.ts';

const POLL_MS = 25;

/**
 * Reads a row until it is there, for at most as long as an answer waits for its own changes: for a row that a process
 * has just made, whose place in the log the caller does not know. Null where the read model is further behind.
 */
export async function pollForRow<Row>(look: () => Promise<Row | null>): Promise<Row | null> {
  const until = Date.now() + FRESHNESS_MS;
  for (;;) {
    const row = await look();
    if (row !== null || Date.now() >= until) return row;
    await sleep(POLL_MS);
  }
}
