import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { logSealStream } from '@portal/domain';
import {
  createPostgresEventStore,
  type EventStore,
  migratePostgresEventStore,
  type Position,
} from '@portal/event-store';
import { createTestDatabase } from '@portal/event-store/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { chainEnd } from './query.ts';
import { type Range, verifyRange } from './range.ts';
import { type VerifyOptions, verifyLog } from './verify.ts';

const PART = 5;
/** Metadata that the comparison of bytes does not handle, and some that it does. */
const METADATA = [
  '{"accounts":["a"],"actor":{"id":"x","kind":"system"},"recordedAt":"2026-01-05T00:00:00.123Z"}',
  '{"recordedAt":"2026-01-05T00:00:00.123456Z","accounts":[],"actor":{"id":"\\"}"}}',
  '{"recordedAt":"soon","accounts":[],"actor":{}}',
  '{"accounts":[],"actor":{"recordedAt":"2026-01-05T00:00:00.000Z"}}',
  '{"accounts":[],"actor":{},"causationId":null,"recordedAt":"1969-12-31T23:59:59.999Z"}',
  '{"accounts":["a","é"],"recordedAt":"2026-02-30T23:59:59.999Z"}',
  '{"accounts":"a","recordedAt":7}',
  'none',
];

let test: Bench;
let sql: (text: string) => Promise<unknown>;
/** Number of events. */
let count: number;
/** Where the log was read event by event. */
let readFrom: (Position | null)[];
let watched: EventStore;

beforeEach(async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { connectionString } = database;
  const { appRole: role } = await migratePostgresEventStore(connectionString);
  test = await bench({ store: createPostgresEventStore({ connectionString, role }) });
  const { history, store } = test;
  const runtime = await test.start({ projections: [] });
  const { accountId } = await history.dealer('ann', 1);
  for (let n = 0; n < 9; n += 1) await history.site(accountId, `s${n}`, {}, '2026-01-05');
  for (const [place, metadata] of METADATA.entries()) {
    const id = `0198a000-0000-7000-8000-00000000000${place}`;
    await history.addRaw(`odd ${place}`, { id, type: 'Odd', data: `{"b":[{}],"a":${place}.50}`, metadata });
  }
  await runtime.caughtUp();
  const end = await chainEnd(test.pool);
  await history.add(logSealStream('2026-01-06'), [], {
    type: 'LogSealed',
    data: { sealedOn: '2026-01-06', seq: end?.seq ?? 0, hash: end?.hash ?? '' },
  });
  await runtime.caughtUp();
  await runtime.stop();
  count = (await store.readAll(null)).events.length;
  readFrom = [];
  watched = {
    ...store,
    readAll: (from, options) => {
      readFrom.push(from);
      return store.readAll(from, options);
    },
  };
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  sql = (text) => (text.includes('log_index') ? test.pool : client).query(text);
  await sql('ALTER TABLE es.events DISABLE TRIGGER USER');
});

/** With bytes; checks that the result is the one without. */
async function verified(options: VerifyOptions = {}) {
  const { openScan: _, ...eventByEvent } = test.store;
  const expected = await verifyLog(eventByEvent, test.pool);
  const result = await verifyLog(watched, test.pool, { partSize: PART, ...options });
  expect(result).toEqual(expected);
  return result;
}

it('verifies an unchanged log without reading single events', async () => {
  const reports: number[] = [];
  const result = await verified({ onProgress: ({ verified: done }) => reports.push(done) });
  expect(result).toMatchObject({ ok: true, verified: count, seals: 1, newestSeal: { seq: count - 1 } });
  expect(reports).toEqual([5, 10, 15, 20, 25, 30, 33]);
  const head = await test.store.head();
  expect(readFrom).toEqual([head]);
});

describe('compared with reading event by event', () => {
  // parts end with the events 5, 10, …
  const inIndex = (change: string, ...places: number[]) =>
    [3, ...places].map((seq) => `UPDATE log_index SET ${change} WHERE seq = ${seq}`);
  const inLog = (change: string, ...places: number[]) =>
    [3, ...places].map((position) => `UPDATE es.events SET ${change} WHERE position = ${position}`);
  const faults = [
    ...inIndex("stream = 'site-elsewhere'"),
    ...inIndex('revision = 7'),
    ...inIndex("type = 'SomethingElse'"),
    ...inIndex('event_id = gen_random_uuid()', 5, 6),
    ...inIndex("accounts = '{somebody-else}'"),
    ...inIndex("accounts = '{}'"),
    ...inIndex("accounts = accounts || '{b}'"),
    ...inIndex('accounts = accounts || ARRAY[NULL]'),
    ...inIndex("position = '00000000000000000003x'", 5, 6),
    ...inIndex("position = '00000000000000000004'", 5, 6),
    ...inIndex("recorded_at = recorded_at - interval '1 month'"),
    ...inIndex("recorded_at = recorded_at + interval '1 microsecond'"),
    ...inIndex("recorded_at = 'infinity'"),
    ...inIndex('recorded_at = NULL'),
    ...inIndex('hash = sha256(hash)', 5, 6),
    ...inIndex("hash = ''"),
    // the random id may have a 7 there
    ...inLog(
      "data = overlay(data PLACING CASE substr(data, length(data) / 2, 1) WHEN '7' THEN '8' ELSE '7' END FROM length(data) / 2)",
      5,
      6,
    ),
    ...inLog("metadata = replace(metadata, '2026', '2025')"),
    ...inLog("metadata = replace(metadata, 'accounts', 'account')"),
    ...inLog("stream = 'site-elsewhere'"),
    ...inLog('revision = 9'),
    ...inLog("type = 'SomethingElse'"),
    ...inLog('event_id = gen_random_uuid()', 5, 6),
    ...inLog('position = -position', 5, 6),
    ...inLog('position = position + 1000', 5, 6),
    'DELETE FROM log_index WHERE seq = 3',
    'DELETE FROM log_index WHERE seq = 5',
    'DELETE FROM log_index WHERE seq > 9',
    'DELETE FROM es.events WHERE position = 5',
    'DELETE FROM es.events WHERE position = 6',
    'DELETE FROM es.events WHERE position > 9',
    `UPDATE es.events SET position = -position WHERE position IN (5, 6);
     UPDATE es.events SET position = 11 + position WHERE position < 0`,
    "UPDATE es.events SET data = replace(data, '.50', '.51') WHERE stream = 'odd 3'",
    "UPDATE es.events SET metadata = 'none?' WHERE stream = 'odd 7'",
    "UPDATE log_index SET recorded_at = now() WHERE stream = 'odd 2'",
    "UPDATE log_index SET accounts = '{b}' WHERE stream = 'odd 6'",
  ];
  const harmless = [
    ...inLog("data = data || ' '"),
    ...inLog("metadata = ' ' || metadata"),
    `INSERT INTO es.events SELECT 1000, revision + 9, gen_random_uuid(), stream, type, data, metadata
     FROM es.events WHERE position = 5`,
  ];

  // Proves I7-tamper-1, I7-tamper-3
  it('finds the same faults', async () => {
    const tables = ['log_index', 'es.events'];
    for (const table of tables) await sql(`CREATE TABLE kept AS TABLE ${table}`);
    for (const change of [...faults, ...harmless]) {
      await sql(change);
      expect((await verified()).ok, change).toBe(harmless.includes(change));
      for (const table of tables) await sql(`DELETE FROM ${table}; INSERT INTO ${table} TABLE kept`);
    }
  });
});

it('reports the event with a changed byte', async () => {
  await sql(
    "UPDATE es.events SET data = overlay(data PLACING CASE substr(data, length(data) / 2, 1) WHEN 'X' THEN 'Y' ELSE 'X' END FROM length(data) / 2) WHERE position = 7",
  );
  expect((await verified()).faults).toMatchObject([{ kind: 'changed', seq: 7n }]);
  // only its part is read event by event
  expect(readFrom.slice(0, 1)).toEqual(['00000000000000000005']);
});

it('reports a seal with another hash', async () => {
  await sql(`UPDATE log_index SET hash = sha256(hash) WHERE seq = ${count - 1}`);
  expect((await verified()).faults.map(({ kind }) => kind)).toContain('seal');
});

it('verifies parts in threads', async () => {
  const ranges: number[] = [];
  let stopped = 0;
  let delay = 0;
  const start = () => {
    delay += 15;
    const worker = Object.assign(new EventEmitter(), {
      postMessage: (range: Range) => {
        ranges.push(range.before.seq);
        setTimeout(() => worker.emit('message', verifyRange(structuredClone(range))), delay);
      },
      terminate: () => {
        stopped += 1;
      },
    });
    queueMicrotask(() => worker.emit('message', null));
    return worker as unknown as Worker;
  };
  const threads = { start, count: 2, from: 1 };
  expect(await verified({ threads, partSize: 2 })).toMatchObject({ ok: true, verified: count });
  expect(ranges.length).toBeGreaterThan(3);
  expect(stopped).toBe(2);
  expect(readFrom).toHaveLength(1);
});

it('continues event by event if threads fail', async () => {
  const start = () => {
    const worker = Object.assign(new EventEmitter(), {
      postMessage: () => setTimeout(() => worker.emit('error', new Error('out of memory')), 10),
      terminate: () => {},
    });
    queueMicrotask(() => worker.emit('message', null));
    return worker as unknown as Worker;
  };
  const threads = { start, count: 1, from: 1 };
  expect(await verified({ threads })).toMatchObject({ ok: true, verified: count });
  expect(readFrom.length).toBeGreaterThan(1);
});

it('stops when its signal aborts', async () => {
  const stop = new AbortController();
  const onProgress = () => stop.abort();
  const running = verifyLog(watched, test.pool, { partSize: PART, signal: stop.signal, onProgress });
  await expect(running).rejects.toThrow('aborted');
});
