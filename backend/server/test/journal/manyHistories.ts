import { chaosSeed, sized } from '@portal/event-store/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Books } from './books.ts';
import { acts, play } from './histories.ts';

/** Of all specs together: each of the two takes half, so that they use two cores. */
const HISTORIES = sized(20_000, 100_000);

export const HISTORIES_TIMEOUT_MS = sized(900_000, 7_200_000);

/** Holds the books to all rules after many histories; a failure names its seed and the shortest history that fails. */
export async function checkHistories(part: 0 | 1): Promise<void> {
  const seed = chaosSeed() * 2 + part;
  const numRuns = HISTORIES / 2;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const books = new Books();
      const company = await play(steps, (now) => books.read(now));
      await books.agreeAtRest(company);
      done += company.done;
    }),
    { numRuns, seed },
  );
  process.stdout.write(`${numRuns} histories of seed ${seed}: ${done} commands carried out\n`);
  // it is no proof if nearly all was refused
  expect(done).toBeGreaterThan(5 * numRuns);
}
