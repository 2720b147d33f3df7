import { chaosSeed, scenario, sized } from '@portal/event-store/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { play, randomSteps } from '../../test/randomCommands.ts';
import { portalProjections } from '../index.ts';

const R7 = scenario('R7');
const SEQUENCES = sized(10, 40);

/** What random commands touch; the others are shown by histories of their own. */
const TOUCHED = portalProjections.filter(
  ({ types }) => types.has('SiteRequested') || types.has('AccountOpened') || types.has('DisputeOpened'),
);

// Proves I7-R7, I8-R7
it(
  'live, rebuilt and folded in memory agree after any sequence of commands (R7)',
  async () => {
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
      { numRuns: SEQUENCES, seed: chaosSeed() },
    );
    // commands that are all refused would prove nothing
    expect(events).toBeGreaterThan(4 * SEQUENCES);
    R7.did(SEQUENCES, 'sequences of commands');
    R7.did(events, 'events');
    R7.lost(0, 'rows that differ');
  },
  sized(180_000, 1_800_000),
);
