import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { play, randomSteps } from '../../test/randomCommands.ts';
import { portalProjections } from '../index.ts';

/** What random commands touch; the others are shown by histories of their own. */
const TOUCHED = portalProjections.filter(
  ({ types }) => types.has('SiteRequested') || types.has('AccountOpened') || types.has('DisputeOpened'),
);

it('live, rebuilt and folded in memory agree after any sequence of commands (R7)', async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(randomSteps, async (steps) => {
      const test = await bench();
      events += await play(test.history, steps);
      for (const projection of TOUCHED) {
        const rows = await agree(projection, test);
        expect(Object.keys(rows), projection.name).not.toEqual([]);
      }
    }),
    { numRuns: 10, seed: 20_261_121 },
  );
  // commands that are all refused would prove nothing
  expect(events).toBeGreaterThan(40);
}, 180_000);
