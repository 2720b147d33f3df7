import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@portal/event-store';
import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import pg from 'pg';
import { atLeast, atMost, type Bench, inTurns, ratios } from '../bench.ts';
import { onPostgres } from '../place.ts';
import { eventsAfter } from '../proof.ts';
import { storedEvent } from '../sampleEvents.ts';

/** Least ratios to a bare INSERT by number of callers: alone and with a subscriber. */
const GOALS: Readonly<Record<number, readonly [alone: number, followed: number]>> = {
  1: [0.88, 0.66],
  8: [1.35, 1],
  32: [2.2, 1.8],
  128: [3.4, 3.1],
};
const MAX_P99_MS_AT_32 = 5;
/** More were slower on each machine tried. */
const MAX_SESSIONS = 64;

const TABLE = `(position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL, event_id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, data text NOT NULL, metadata text NOT NULL,
  UNIQUE (stream, revision))`;
const COLUMNS = '(revision, event_id, stream, type, data, metadata)';
const STATEMENTS = {
  bare: `INSERT INTO bare ${COLUMNS} VALUES (0, $1, $2, $3, $4, $5)`,
  // checks the stream's version and leaves the order to a sequence: a reader by position misses late commits
  unsafe: `INSERT INTO unsafe ${COLUMNS}
    SELECT 0, $1::uuid, $2, $3, $4, $5
    WHERE coalesce((SELECT max(revision) FROM unsafe WHERE stream = $2), -1) = -1`,
} as const;

/** Appends of one event against a bare and an unsafe prepared INSERT of the same row, in turns on one server. */
export const appends: Bench = {
  name: 'appends',
  title: 'Appending one event, versioned and ordered',
  run: onPostgres(async (place, { quick, say }) => {
    const [rounds, seconds] = quick ? [1, 0.2] : [5, 0.6];
    const log = await place.openLog();
    const pool = new pg.Pool({ connectionString: place.databaseUrl, max: MAX_SESSIONS });
    const insert = (callers: number, name: keyof typeof STATEMENTS) => () =>
      callersFor(callers, seconds, async () => {
        const { id, type, data, metadata } = storedEvent();
        const values = [id, `site-${id}`, type, data, metadata];
        const { rowCount } = await pool.query({ name, text: STATEMENTS[name], values });
        if (rowCount !== 1) throw new Error('No row was inserted.');
      });
    await pool.query(`CREATE TABLE bare ${TABLE}; CREATE TABLE unsafe ${TABLE}`);
    const lines = [];
    for (const [callers, [alone, followed]] of Object.entries(GOALS)) {
      say(`${callers} callers`);
      const runs = await inTurns(rounds, {
        bare: insert(Number(callers), 'bare'),
        unsafe: insert(Number(callers), 'unsafe'),
        alone: () => append(log.store, Number(callers), seconds),
        followed: () => appendFollowed(log.store, Number(callers), seconds),
      });
      lines.push(lineOf(callers, runs, { alone, followed }));
    }
    await pool.end();
    await log.close();
    return {
      tables: [
        {
          columns: [
            'callers',
            'INSERT/s',
            'unsafe/s',
            'appends/s',
            'over INSERT (lowest to highest)',
            'over unsafe',
            'followed live, over INSERT',
            'p50 ms',
            'p99 ms',
          ],
          rows: lines.map(({ row }) => row),
        },
      ],
      goals: lines.flatMap(({ goals }) => goals),
      notes: [
        "Each turn appends to new streams, or inserts the same rows by a prepared statement: a bare INSERT, and an unsafe one that checks the stream's version and leaves the order to a sequence, so that who reads on by position misses what commits late. After each turn the log is read: dense positions, each acknowledged event once, at its acknowledged position; a subscriber saw each once and in order.",
      ],
    };
  }),
};

function lineOf(
  callers: string,
  runs: Readonly<Record<'bare' | 'unsafe' | 'alone' | 'followed', readonly Measured[]>>,
  least: { readonly alone: number; readonly followed: number },
) {
  const [bare, unsafe, alone, followed] = [runs.bare, runs.unsafe, runs.alone, runs.followed].map((side) =>
    side.map(perSecond),
  ) as [number[], number[], number[], number[]];
  const latencies = runs.alone.flatMap((one) => one.latencies);
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  const what = `appends by ${callers}`;
  const goal = (name: string, bound: number, rates: readonly number[]) =>
    atLeast(name, bound, median(ratios(rates, bare)), ' x', ' INSERT');
  return {
    row: [
      callers,
      ...[bare, unsafe, alone].map((rates) => figure(median(rates))),
      ...[ratios(alone, bare), ratios(alone, unsafe), ratios(followed, bare)].map(spread),
      figure(p50),
      figure(p99),
    ],
    goals: [
      goal(what, least.alone, alone),
      ...(callers === '32' ? [atMost(what, MAX_P99_MS_AT_32, p99, ' ms', 'p99')] : []),
      goal(`${what}, followed live`, least.followed, followed),
    ],
  };
}

/** @throws Error unless exactly the acknowledged events follow in the log, once each, at dense positions */
async function append(store: EventStore, callers: number, seconds: number): Promise<Measured> {
  const from = await store.head();
  const acknowledged = new Map<string, Position>();
  const measured = await callersFor(callers, seconds, async () => {
    const event = storedEvent();
    const { position } = await store.append(`site-${event.id}`, [event], 'no_stream');
    acknowledged.set(event.id, position);
  });
  let place = BigInt(from ?? 0);
  for await (const { id, position, revision } of eventsAfter(store, from)) {
    place += 1n;
    if (BigInt(position) !== place || acknowledged.get(id) !== position || revision !== 0n)
      throw new Error(`Event ${id} has position ${position} and revision ${revision}.`);
  }
  const found = place - BigInt(from ?? 0);
  if (found !== BigInt(acknowledged.size))
    throw new Error(`${acknowledged.size} were acknowledged, ${found} are in the log.`);
  return measured;
}

/** Appends while a subscriber reads. @throws Error if it skips an event, or sees one twice or out of order */
async function appendFollowed(store: EventStore, callers: number, seconds: number): Promise<Measured> {
  const from = await store.head();
  const stop = new AbortController();
  let place = BigInt(from ?? 0);
  const following = (async () => {
    for await (const { events } of store.subscribe({ from, signal: stop.signal })) {
      for (const { position } of events) {
        place += 1n;
        if (BigInt(position) !== place) throw new Error(`The subscriber saw ${position}, not ${place}.`);
      }
    }
  })();
  const measured = await callersFor(callers, seconds, async () => {
    const event = storedEvent();
    await store.append(`site-${event.id}`, [event], 'no_stream');
  });
  const head = BigInt((await store.head()) ?? 0);
  for (let turn = 0; turn < 1_000 && place < head; turn += 1) await Promise.race([sleep(5), following]);
  stop.abort();
  await following;
  if (place !== head) throw new Error(`The subscriber saw events up to ${place}, not ${head}.`);
  return measured;
}
