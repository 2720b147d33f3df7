import { verifyLog } from '@portal/projections';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, type Bench, inTurns, secondsOf, sized } from '../bench.ts';
import type { OpenLog } from '../openLog.ts';
import { onPostgres } from '../place.ts';
import { eventsAfter } from '../proof.ts';
import { writeSites } from '../writeLogs.ts';

const SITES = 20_000;
const EVENTS_EACH = 10;
const LEAST_PER_SECOND = 60_000;

/** The proof of the log, beside reading it without looking at it. */
export const verify: Bench = {
  name: 'verify',
  title: 'Verifying the chain',
  run: onPostgres(async (place, options) => {
    const { quick, say } = options;
    const log = await place.openLog();
    const sites = sized(options, SITES, 500);
    say(`writing and indexing ${figure(sites * EVENTS_EACH)} events`);
    const events = await writeSites(log, sites, EVENTS_EACH, 'spread');
    await log.updateReadModels([]);
    const rate = (count: () => Promise<number>) => async () => {
      let counted = 0;
      const seconds = await secondsOf(async () => {
        counted = await count();
      });
      if (counted !== events) throw new Error(`${counted} of ${events} events were found.`);
      return events / seconds;
    };
    say('verifying');
    const { read, verified } = await inTurns(quick ? 1 : 5, {
      read: rate(async () => {
        let count = 0;
        for await (const _ of eventsAfter(log.store, null)) count += 1;
        return count;
      }),
      verified: rate(async () => {
        const found = await verifyLog(log.store, log.pool);
        if (!found.ok) throw new Error(`A fault was found: ${found.faults[0]?.message}`);
        return found.verified;
      }),
    });
    await proveThatItFinds(log, events);
    await log.close();
    return {
      tables: [
        {
          columns: ['', 'events/s'],
          rows: [
            ['verify', spread(verified)],
            ['the log read and thrown away', spread(read)],
          ],
        },
      ],
      goals: [atLeast('verify', LEAST_PER_SECOND, median(verified), ' events/s')],
      notes: [
        `${figure(events)} events of ${figure(sites)} sites. Verifying reads the whole log and its index by pages, computes each entry's hash from the stored JSON and compares hash and columns. The other line reads the log alone, in pages of 1,000.`,
        'Each run found every event and no fault. Afterwards one byte of one event was changed, and a run named that event.',
      ],
    };
  }),
};

/** Changes a byte of one event, around the event store, and sees it found. */
async function proveThatItFinds({ pool, store }: OpenLog, events: number): Promise<void> {
  const victim = Math.ceil(events / 2);
  await pool.query('ALTER TABLE es.events DISABLE TRIGGER USER');
  await pool.query(
    `UPDATE es.events SET data = overlay(data PLACING 'X' FROM length(data) / 2) WHERE position = $1`,
    [victim],
  );
  const { faults } = await verifyLog(store, pool);
  if (faults.length !== 1 || faults[0]?.kind !== 'changed' || faults[0].seq !== BigInt(victim)) {
    throw new Error(
      `An event was changed, and verify told ${JSON.stringify(faults.map(({ kind }) => kind))}.`,
    );
  }
}
