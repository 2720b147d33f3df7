import { setTimeout as sleep } from 'node:timers/promises';
import { FRESHNESS_MS } from './freshness.ts';

const POLL_MS = 25;

/**
 * A row that somebody else has just brought about, a process for one, whose place in the log this call doesn't know:
 * looked for as long as an answer waits for its own. Null where the read model is further behind.
 */
export async function soon<Row>(look: () => Promise<Row | null>): Promise<Row | null> {
  const until = Date.now() + FRESHNESS_MS;
  for (;;) {
    const row = await look();
    if (row !== null || Date.now() >= until) return row;
    await sleep(POLL_MS);
  }
}
