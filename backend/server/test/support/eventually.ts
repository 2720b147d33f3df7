import { setTimeout as sleep } from 'node:timers/promises';

/** What `look` answers once it is neither null nor false; looks for 10 s at most. */
export async function eventually<Found>(look: () => Promise<Found | null | false>): Promise<Found> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await sleep(25);
  }
  throw new Error('It did not come about within 10 seconds.');
}
