import { randomBytes } from 'node:crypto';
import { verifyLog } from '@portal/projections';
import { withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import type { Pool } from 'pg';
import { atLeast, type Bench, sized } from '../bench.ts';
import { openLog } from '../openLog.ts';
import { writeSites } from '../siteLog.ts';

const SITES = 20_000;
const EVENTS_EACH = 10;
const LEAST_PER_SECOND = 60_000;
const PAGE = 5_000;

/** The proof of the log, against reading log and index without looking at them. */
export const verify: Bench = {
  name: 'verify',
  title: 'Verifying the chain',
  run: (options) =>
    withPostgres(async ({ connectionString }) => {
      const { quick, say } = options;
      const log = await openLog(connectionString, randomBytes(32));
      const sites = sized(options, SITES, 500);
      say(`writing ${figure(sites * EVENTS_EACH)} events`);
      const events = await writeSites(log, { sites, eventsEach: EVENTS_EACH, arrangement: 'spread' });
      say('indexing them');
      await log.updateReadModels([]);

      const rounds = quick ? 1 : 5;
      const verified: number[] = [];
      const read: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        const measureRead = () => rate(events, () => readBoth(log.pool, events));
        const measureVerify = () =>
          rate(events, async () => {
            const result = await verifyLog(log.store, log.pool);
            if (!result.ok || result.verified !== events) throw new Error('The log was not found whole.');
          });
        // the order alternates; the first round warms up
        const first = round % 2 === 0 ? await measureRead() : null;
        const ours = await measureVerify();
        const bare = first ?? (await measureRead());
        if (round === 0) continue;
        verified.push(ours);
        read.push(bare);
      }
      await proveThatItFinds(log, events);
      await log.close();

      return {
        tables: [
          {
            columns: ['', 'events/s'],
            rows: [
              ['verify', spread(verified)],
              ['both tables read and thrown away', spread(read)],
            ],
          },
        ],
        goals: [atLeast('verify', LEAST_PER_SECOND, median(verified), ' events/s')],
        notes: [
          `${figure(events)} events of ${figure(sites)} sites. Verifying reads the whole log and its index by pages, computes each entry's hash from the stored JSON and compares hash and columns. The other line reads both tables through pg by keyset pages of ${figure(PAGE)} and ignores them.`,
          'Each run found every event and no fault. Afterwards one byte of one event was changed, and a run named that event.',
        ],
      };
    }),
};

async function rate(events: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (events / (performance.now() - began)) * 1_000;
}

/** Reads the log and its index side by side, as bare as pg can. */
async function readBoth(pool: Pool, events: number): Promise<void> {
  const readAll = async (name: string, text: string) => {
    let count = 0;
    for (let from = '0'; ; ) {
      const { rows } = await pool.query<string[]>({ name, text, values: [from], rowMode: 'array' });
      count += rows.length;
      if (rows.length < PAGE) break;
      from = rows.at(-1)?.[0] ?? from;
    }
    if (count !== events) throw new Error(`${count} of ${events} rows were read.`);
  };
  await Promise.all([
    readAll(
      'bare-log',
      `SELECT position, revision, event_id, stream, type, data, metadata FROM es.events WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
    ),
    readAll(
      'bare-index',
      `SELECT seq, event_id, stream, revision, type, array_to_json(accounts)::text, hash FROM log_index WHERE seq > $1 ORDER BY seq LIMIT ${PAGE}`,
    ),
  ]);
}

/** Changes a byte of one event, around the event store, and sees it found. */
async function proveThatItFinds(
  { pool, store }: Awaited<ReturnType<typeof openLog>>,
  events: number,
): Promise<void> {
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
