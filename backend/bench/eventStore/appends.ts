import { pathToFileURL } from 'node:url';
import {
  createPostgresEventStore,
  type EventStore,
  migratePostgresEventStore,
  type Position,
} from '@portal/event-store';
import pg from 'pg';
import { checkLog } from './checkLog.ts';
import { sampleEvent } from './sampleEvent.ts';

export interface AppendBenchOptions {
  /** A superuser's connection string; a database of its own is made on that server and dropped. */
  readonly connectionString: string;
  /** How often each pair is measured. */
  readonly rounds: number;
  /** How long each measurement takes. */
  readonly seconds: number;
  /** Default 1, 8, 32, 128. */
  readonly callers?: readonly number[];
}

export interface AppendBenchRow {
  readonly callers: number;
  /** True where a subscriber read everything while it was appended. */
  readonly subscriber: boolean;
  /** Medians over the rounds, events a second. */
  readonly bare: number;
  readonly ours: number;
  /** Median, smallest and largest of ours / bare, round by round. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  /** Our latency in milliseconds over all rounds. */
  readonly p50: number;
  readonly p99: number;
}

/** Sessions of the bare INSERT at most: more made it slower on every machine tried. */
const MOST_BARE_SESSIONS = 64;
const BARE_TABLE = `CREATE TABLE bare (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL, event_id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, data text NOT NULL, metadata text NOT NULL,
  UNIQUE (stream, revision))`;
const BARE_INSERT = {
  name: 'bare',
  text: 'INSERT INTO bare (revision, event_id, stream, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
};

interface Measured {
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

async function measure(callers: number, seconds: number, once: () => Promise<unknown>): Promise<Measured> {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  const caller = async () => {
    for (let at = performance.now(); at < until; ) {
      await once();
      const done = performance.now();
      latencies.push(done - at);
      at = done;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (latencies.length / (performance.now() - began)) * 1_000, latencies };
}

/** Reads along; `finish` waits for `expected` events. @throws Error when one was skipped, doubled or out of order */
function readAlong(store: EventStore, from: Position | null): { finish(expected: number): Promise<void> } {
  const stop = new AbortController();
  let place = from === null ? 0n : BigInt(from);
  let seen = 0;
  let fault: Error | null = null;
  const reading = (async () => {
    for await (const page of store.subscribe({ from, signal: stop.signal })) {
      for (const event of page.events) {
        place += 1n;
        seen += 1;
        if (BigInt(event.position) !== place)
          fault ??= new Error(`The subscriber saw ${event.position}, not ${place}.`);
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

async function measureOurs(
  store: EventStore,
  callers: number,
  seconds: number,
  subscriber: boolean,
): Promise<Measured> {
  const from = await store.head();
  const acknowledged = new Map<string, Position>();
  const reader = subscriber ? readAlong(store, from) : null;
  const measured = await measure(callers, seconds, async () => {
    const event = sampleEvent();
    const { position } = await store.append(`site-${event.id}`, [event], 'no_stream');
    acknowledged.set(event.id, position);
  });
  await reader?.finish(acknowledged.size);
  await checkLog(store, from, acknowledged);
  return measured;
}

function openPool(connectionString: string, callers: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: Math.min(callers, MOST_BARE_SESSIONS) });
  // sessions that the final DROP DATABASE ends after the pool's own end
  pool.on('error', () => {});
  return pool;
}

async function measureBare(pool: pg.Pool, callers: number, seconds: number): Promise<Measured> {
  return measure(callers, seconds, async () => {
    const event = sampleEvent();
    const values = ['0', event.id, `site-${event.id}`, event.type, event.data, event.metadata];
    await pool.query({ ...BARE_INSERT, values });
  });
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;

/**
 * Appends of one event each by our adapter against a bare prepared INSERT of the same row into a table with the
 * same indexes, in interleaved rounds on one server. Prints a table.
 * @throws Error when a measured run lost, doubled or reordered an event
 */
export async function benchAppends(options: AppendBenchOptions): Promise<readonly AppendBenchRow[]> {
  const { rounds, seconds, callers = [1, 8, 32, 128] } = options;
  const name = `bench_appends_${Date.now()}`;
  const admin = new pg.Client({ connectionString: options.connectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(options.connectionString);
  url.pathname = `/${name}`;
  const connectionString = url.href;
  const { appRole: role } = await migratePostgresEventStore(connectionString);
  const store = createPostgresEventStore({ connectionString, role });
  const pools = new Map(callers.map((n) => [n, openPool(connectionString, n)]));
  const cases = callers.flatMap((n) =>
    [false, true].map((subscriber) => ({ n, subscriber, runs: [] as [Measured, Measured][] })),
  );
  try {
    await pools.get(callers[0] ?? 1)?.query(BARE_TABLE);
    for (let round = 0; round < rounds + 1; round += 1) {
      for (const { n, subscriber, runs } of cases) {
        const pool = pools.get(n) as pg.Pool;
        // the order alternates; the first round warms up
        const bareFirst = round % 2 === 0 ? await measureBare(pool, n, seconds) : null;
        const ours = await measureOurs(store, n, seconds, subscriber);
        const bare = bareFirst ?? (await measureBare(pool, n, seconds));
        if (round > 0) runs.push([bare, ours]);
      }
    }
  } finally {
    await store.close();
    await Promise.all([...pools.values()].map((pool) => pool.end()));
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
  const rows = cases.map(({ n, subscriber, runs }): AppendBenchRow => {
    const ratios = runs.map(([bare, ours]) => ours.perSecond / bare.perSecond);
    const latencies = runs.flatMap(([, ours]) => ours.latencies);
    return {
      callers: n,
      subscriber,
      bare: quantile(
        runs.map(([bare]) => bare.perSecond),
        0.5,
      ),
      ours: quantile(
        runs.map(([, ours]) => ours.perSecond),
        0.5,
      ),
      ratio: quantile(ratios, 0.5),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
  });
  print(rows);
  return rows;
}

function print(rows: readonly AppendBenchRow[]): void {
  console.log('callers  subscriber  bare/s   ours/s   ratio  (lowest to highest)  p50 ms  p99 ms');
  for (const row of rows) {
    const cells = [
      String(row.callers).padStart(7),
      (row.subscriber ? 'yes' : 'no').padStart(10),
      row.bare.toFixed(0).padStart(7),
      row.ours.toFixed(0).padStart(7),
      row.ratio.toFixed(2).padStart(6),
      `(${row.lowest.toFixed(2)} to ${row.highest.toFixed(2)})`.padStart(19),
      row.p50.toFixed(2).padStart(7),
      row.p99.toFixed(2).padStart(7),
    ];
    console.log(cells.join('  '));
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const connectionString = process.env.DATABASE_URL;
  if (connectionString === undefined)
    throw new Error('Set DATABASE_URL to a PostgreSQL server to measure on.');
  await benchAppends({
    connectionString,
    rounds: Number(process.env.ROUNDS ?? 7),
    seconds: Number(process.env.SECONDS ?? 1),
  });
}
