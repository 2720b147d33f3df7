import { logSealStream } from '@portal/domain';
import { createPostgresEventStore, migratePostgresEventStore } from '@portal/event-store';
import { createTestDatabase } from '@portal/event-store/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { chainEnd } from './query.ts';
import { verifyLog } from './verify.ts';

/** Usual, unusual and unreadable metadata. */
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
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  sql = (text) => (text.includes('log_index') ? test.pool : client).query(text);
  await sql('ALTER TABLE es.events DISABLE TRIGGER USER');
});

const verified = () => verifyLog(test.store, test.pool);

it('verifies an unchanged log', async () => {
  const result = await verified();
  expect(result).toMatchObject({ ok: true, verified: count, seals: 1, newestSeal: { seq: count - 1 } });
});

describe('each change of a row', () => {
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
  it('is found, unless the event stays the same', async () => {
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
});

it('reports a seal with another hash', async () => {
  await sql(`UPDATE log_index SET hash = sha256(hash) WHERE seq = ${count - 1}`);
  expect((await verified()).faults.map(({ kind }) => kind)).toContain('seal');
});

it('stops when its signal aborts', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(verifyLog(test.store, test.pool, { signal: stop.signal })).rejects.toThrow('aborted');
});
