import { chaosSeed, sized } from '@portal/event-store/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Books } from './books.ts';
import { acts, play } from './histories.ts';

const HISTORIES = sized(3_000, 100_000);

// Proves B37, I38-closing
it(
  'balances, agrees with statement, credit, payments and orders, and keeps closed months, after many histories (property)',
  async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const books = new Books();
        const company = await play(steps, (now) => books.read(now));
        books.agreeAtRest(company);
        done += company.done;
      }),
      { numRuns: HISTORIES, seed: chaosSeed() },
    );
    expect(done).toBeGreaterThan(5 * HISTORIES);
  },
  sized(600_000, 7_200_000),
);
