import { setTimeout as sleep } from 'node:timers/promises';

/** What `look` answers once it is neither null nor false; looks for `seconds` at most, a limit for a busy machine. */
export async function eventually<Found>(
  look: () => Promise<Found | null | false>,
  seconds = 30,
): Promise<Found> {
  for (let tries = 0; tries < seconds * 40; tries += 1) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await sleep(25);
  }
  throw new Error(`It did not come about within ${seconds} seconds.`);
}
