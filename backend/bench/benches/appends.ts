import {
  createPostgresEventStore,
  type EventStore,
  migratePostgresEventStore,
  type Position,
} from '@portal/event-store';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import type pg from 'pg';
import { atLeast, atMost, type Bench } from '../bench.ts';
import { bareTable } from '../contenders/bareLog.ts';
import { poolOf } from '../contenders/poolOf.ts';
import { checkLog } from '../eventStore/checkLog.ts';
import { sampleEvent } from '../eventStore/sampleEvent.ts';

/** Least ratio to a bare INSERT by number of callers, alone and with a subscriber. */
const GOALS: Readonly<Record<number, readonly [alone: number, followed: number]>> = {
  1: [0.88, 0.66],
  8: [1.35, 1],
  32: [2.2, 1.8],
  128: [3.4, 3.1],
};
const CALLERS = Object.keys(GOALS).map(Number);
const SESSIONS = { max_connections: '200' };
const MAX_P99_MS_AT_32 = 5;
const BARE_INSERT = {
  name: 'bare',
  text: 'INSERT INTO bare (revision, event_id, stream, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
};

/** Appends of one event against a bare prepared INSERT of the same row, in alternating rounds on one server. */
export const appends: Bench = {
  name: 'appends',
  title: 'Appending one event, versioned and ordered',
  run: ({ quick }) =>
    withPostgres(
      ({ superuserConnectionString: server }) =>
        withDatabase(server, 'bench_appends', async (databaseUrl) => {
          const [rounds, seconds] = quick ? [1, 0.2] : [5, 0.6];
          const { appRole: role } = await migratePostgresEventStore(databaseUrl);
          const store = createPostgresEventStore({ connectionString: databaseUrl, role });
          const pool = poolOf(databaseUrl);
          await pool.query(bareTable('bare', 'text'));
          const cases = CALLERS.flatMap((callers) =>
            [false, true].map((followed) => ({ callers, followed, runs: [] as [Measured, Measured][] })),
          );
          for (let round = 0; round <= rounds; round += 1) {
            for (const { callers, followed, runs } of cases) {
              // the order alternates; the first round warms up
              const bareFirst = round % 2 === 0 ? await insert(pool, callers, seconds) : null;
              const ours = await append(store, callers, seconds, followed);
              const bare = bareFirst ?? (await insert(pool, callers, seconds));
              if (round > 0) runs.push([bare, ours]);
            }
          }
          await store.close();
          await pool.end();
          return report(cases);
        }),
      SESSIONS,
    ),
};

function report(
  cases: readonly { callers: number; followed: boolean; runs: readonly (readonly [Measured, Measured])[] }[],
) {
  const lines = cases.map(({ callers, followed, runs }) => {
    const latencies = runs.flatMap(([, ours]) => ours.latencies);
    return {
      callers,
      followed,
      bare: median(runs.map(([bare]) => perSecond(bare))),
      ours: median(runs.map(([, ours]) => perSecond(ours))),
      ratios: runs.map(([bare, ours]) => perSecond(ours) / perSecond(bare)),
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
  });
  return {
    tables: [
      {
        columns: [
          'callers',
          'followed live',
          'INSERT/s',
          'appends/s',
          'ratio (lowest to highest)',
          'p50 ms',
          'p99 ms',
        ],
        rows: lines.map(({ callers, followed, bare, ours, ratios, p50, p99 }) => [
          String(callers),
          followed ? 'yes' : 'no',
          figure(bare),
          figure(ours),
          spread(ratios),
          figure(p50),
          figure(p99),
        ]),
      },
    ],
    goals: lines.flatMap(({ callers, followed, ratios, p99 }) => {
      const what = `appends by ${callers}${followed ? ', followed live' : ''}`;
      const rate = atLeast(what, GOALS[callers]?.[followed ? 1 : 0] ?? 0, median(ratios), ' x', ' INSERT');
      return callers === 32 && !followed ? [rate, atMost(what, MAX_P99_MS_AT_32, p99, ' ms', 'p99')] : [rate];
    }),
    notes: [
      'Each round appends to new streams and inserts the same rows with a bare prepared INSERT, one after the other in turn. After each round the log is read: dense positions, each acknowledged event once, at its acknowledged position; a subscriber saw each once and in order.',
    ],
  };
}

const insert = (pool: pg.Pool, callers: number, seconds: number): Promise<Measured> =>
  callersFor(callers, seconds, () => {
    const { id, type, data, metadata } = sampleEvent();
    return pool.query({ ...BARE_INSERT, values: ['0', id, `site-${id}`, type, data, metadata] });
  });

async function append(
  store: EventStore,
  callers: number,
  seconds: number,
  followed: boolean,
): Promise<Measured> {
  const from = await store.head();
  const acknowledged = new Map<string, Position>();
  const subscriber = followed ? subscribe(store, from) : null;
  const measured = await callersFor(callers, seconds, async () => {
    const event = sampleEvent();
    const { position } = await store.append(`site-${event.id}`, [event], 'no_stream');
    acknowledged.set(event.id, position);
  });
  await subscriber?.finish(acknowledged.size);
  await checkLog(store, from, acknowledged);
  return measured;
}

/** Subscribes; `finish` waits for `expected` events. @throws Error if one was skipped, repeated or out of order */
function subscribe(store: EventStore, from: Position | null): { finish(expected: number): Promise<void> } {
  const stop = new AbortController();
  let place = from === null ? 0n : BigInt(from);
  let seen = 0;
  let fault: Error | null = null;
  const reading = (async () => {
    for await (const { events } of store.subscribe({ from, signal: stop.signal })) {
      for (const { position } of events) {
        place += 1n;
        seen += 1;
        if (BigInt(position) !== place) fault ??= new Error(`The subscriber saw ${position}, not ${place}.`);
      }
    }
  })();
  return {
    finish: async (expected) => {
      for (let turn = 0; turn < 1_000 && seen < expected; turn += 1)
        await new Promise((done) => setTimeout(done, 5));
      stop.abort();
      await reading;
      if (fault !== null) throw fault;
      if (seen !== expected) throw new Error(`The subscriber saw ${seen} of ${expected} events.`);
    },
  };
}
