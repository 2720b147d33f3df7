import { logSealStream } from '@portal/domain';
import {
  createMemoryEventStore,
  DamagedStream,
  type EventStore,
  type RecordedEvent,
} from '@portal/event-store';
import { beforeEach, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { positionColumns } from './carryPositions.ts';
import { CHAIN_START, chain } from './chain.ts';
import { chainEnd } from './query.ts';
import { verifyLog } from './verify.ts';

let test: Bench;
let events: RecordedEvent[];

/** A log changed behind the event store's back: every event keeps its position. */
const tampered = (log: readonly RecordedEvent[]): EventStore => {
  const store = createMemoryEventStore();
  return {
    ...store,
    readAll: async (from, { limit = 1_000 } = {}) => {
      const rest = log.filter(({ position }) => from === null || position > from);
      const events = rest.slice(0, limit);
      return { events, next: events.at(-1)?.position ?? from, end: rest.length <= limit };
    },
    head: async () => log.at(-1)?.position ?? null,
  };
};

beforeEach(async () => {
  test = await bench();
  const runtime = await test.start();
  const { accountId } = await test.history.dealer('ann', 1);
  for (let n = 0; n < 12; n += 1) await test.history.site(accountId, `s${n}`, {}, '2026-01-05');
  await runtime.caughtUp();
  await runtime.stop();
  events = [...(await test.store.readAll(null, { limit: 1_000 })).events];
});

it('verifies an unchanged log and reports its end', async () => {
  const reports: { verified: number; total: number }[] = [];
  const verified = await verifyLog(test.store, test.pool, {
    onProgress: (progress) => reports.push(progress),
  });
  expect(verified).toMatchObject({ ok: true, verified: events.length, faults: [] });
  expect(verified.head.seq).toBe(BigInt(events.length));
  expect(verified.head.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(reports.at(-1)).toEqual({ verified: events.length, total: events.length });
});

it('verifies an empty log', async () => {
  const empty = await bench();
  await (await empty.start()).stop();
  expect(await verifyLog(empty.store, empty.pool)).toMatchObject({
    ok: true,
    verified: 0,
    head: { seq: 0n },
  });
});

// Proves I7-tamper-1
it('reports the event with a changed byte', async () => {
  const at = 10;
  const victim = events[at] as RecordedEvent;
  const changed = { ...victim, data: victim.data.replace(':12', ':13').replace('-05', '-06') };
  expect(changed.data).not.toBe(victim.data);
  const { ok, faults } = await verifyLog(tampered(events.with(at, changed)), test.pool);
  expect(ok).toBe(false);
  expect(faults).toMatchObject([
    { kind: 'changed', seq: BigInt(at + 1), eventId: victim.id, stream: victim.stream },
  ]);
  expect(faults[0]?.message).toContain(victim.id);
});

// Proves I7-tamper-1
it('reports a missing event, also at the end', async () => {
  for (const at of [4, events.length - 1]) {
    const { faults } = await verifyLog(tampered(events.toSpliced(at, 1)), test.pool);
    expect(faults).toMatchObject([{ kind: 'missing', seq: BigInt(at + 1), eventId: events[at]?.id }]);
  }
});

it('reports a stream that was truncated, though the log has its events', async () => {
  const damagedStreams = async () => [new DamagedStream('site-1', 'loses events by $maxCount')];
  expect((await verifyLog({ ...test.store, damagedStreams }, test.pool)).faults).toMatchObject([
    {
      kind: 'damaged',
      stream: 'site-1',
      message: 'Stream site-1 is damaged: it loses events by $maxCount.',
    },
  ]);
});

it('reports an inserted event', async () => {
  const extra = {
    ...(events[4] as RecordedEvent),
    id: '0198a000-0000-7000-8000-00000000ffff',
    stream: 'site-x',
    revision: 0n,
  };
  const { faults } = await verifyLog(tampered(events.toSpliced(4, 0, extra)), test.pool);
  expect(faults).toMatchObject([{ kind: 'unindexed', eventId: extra.id, seq: null }]);
});

it('reports two swapped events', async () => {
  const [a, b] = [events[6] as RecordedEvent, events[7] as RecordedEvent];
  const swapped = events.with(6, { ...b, position: a.position }).with(7, { ...a, position: b.position });
  const { faults } = await verifyLog(tampered(swapped), test.pool);
  expect(faults).toMatchObject([
    { kind: 'missing', eventId: a.id },
    { kind: 'changed', eventId: b.id, seq: 8n },
    { kind: 'moved', eventId: a.id, seq: 7n },
  ]);
});

// Proves I7-tamper-3
it.each([
  ['stream', "'site-elsewhere'"],
  ['revision', '7'],
  ['type', "'SomethingElse'"],
  ['accounts', "'{somebody-else}'"],
  ['position', "'00000000000000000003x'"],
  ['recorded_at', "recorded_at - interval '1 month'"],
  ['recorded_at', "recorded_at + interval '1 microsecond'"],
  ['recorded_at', "'infinity'"],
  ['recorded_at', 'NULL'],
  ['hash', 'sha256(hash)'],
])('reports an index entry whose %s was changed to %s', async (column, value) => {
  await test.pool.query(`UPDATE log_index SET ${column} = ${value} WHERE seq = 3`);
  const { ok, faults } = await verifyLog(test.store, test.pool);
  expect(ok).toBe(false);
  expect(faults[0]).toMatchObject({ kind: 'changed', seq: 3n, eventId: events[2]?.id });
});

it('compares the instant of any metadata', async () => {
  const odd = await bench();
  const runtime = await odd.start({ projections: [] });
  const metadata = [
    '{"accounts":["a"],"actor":{"id":"x","kind":"system"},"recordedAt":"2026-01-05T00:00:00.123Z"}',
    '{"recordedAt":"2026-01-05T00:00:00.123456Z","accounts":[],"actor":{"id":"\\"}"}}',
    '{"recordedAt":"soon","accounts":[],"actor":{}}',
    '{"accounts":[],"actor":{"recordedAt":"2026-01-05T00:00:00.000Z"}}',
    '{"accounts":[],"actor":{},"causationId":null,"recordedAt":"1969-12-31T23:59:59.999Z"}',
  ];
  for (const [place, one] of metadata.entries()) {
    const id = `0198a000-0000-7000-8000-00000000000${place}`;
    await odd.history.addRaw(`odd-${place}`, { id, type: 'Odd', data: '{}', metadata: one });
  }
  await runtime.caughtUp();
  expect(await verifyLog(odd.store, odd.pool)).toMatchObject({
    ok: true,
    verified: metadata.length,
    faults: [],
  });
});

it('reports a changed or deleted index entry', async () => {
  await test.pool.query("UPDATE log_index SET accounts = '{somebody-else}' WHERE seq = 3");
  expect((await verifyLog(test.store, test.pool)).faults).toMatchObject([{ kind: 'changed', seq: 3n }]);
  await test.pool.query('DELETE FROM log_index WHERE seq = 3');
  expect((await verifyLog(test.store, test.pool)).faults).toMatchObject([
    { kind: 'gap', seq: 3n },
    { kind: 'unindexed', eventId: events[2]?.id },
    { kind: 'changed', seq: 4n },
  ]);
});

it('reports events that the index has passed but lacks, also at its end', async () => {
  await test.pool.query('DELETE FROM log_index WHERE seq >= $1', [events.length]);
  const { faults } = await verifyLog(test.store, test.pool);
  expect(faults).toMatchObject([{ kind: 'unindexed', eventId: events.at(-1)?.id, seq: null }]);
});

it('leaves out events newer than the index', async () => {
  await test.history.site('acme', 'later', {}, '2026-01-06');
  expect(await verifyLog(test.store, test.pool)).toMatchObject({ ok: true, verified: events.length });
});

// Proves I7-tamper-3
it('reports a log cut off together with its index if a checkpoint is beyond its end', async () => {
  const left = events.slice(0, -3);
  const end = left.at(-1)?.position ?? '';
  await test.pool.query('DELETE FROM log_index WHERE seq > $1', [left.length]);
  const { ok, faults } = await verifyLog(tampered(left), test.pool);
  expect(ok).toBe(false);
  expect(faults.map(({ kind }) => kind)).toContain('cut');
  expect(faults[0]?.message).toBe(
    `The end of the log was cut off: projection_generations.checkpoint is at position ${events.at(-1)?.position}, the log ends at ${end}.`,
  );

  // the read models follow it from there, a follower of others does not
  for (const { table, column } of await positionColumns(test.pool, []))
    await test.pool.query(`UPDATE ${table} SET ${column} = least(${column}, $1)`, [end]);
  expect(await verifyLog(tampered(left), test.pool)).toMatchObject({ ok: true, verified: left.length });
  await test.pool.query('CREATE TABLE followers (position text)');
  await test.pool.query('INSERT INTO followers VALUES (NULL), ($1), ($2)', [end, events.at(-1)?.position]);
  const alsoIn = [{ table: 'followers', column: 'position' }];
  expect((await verifyLog(tampered(left), test.pool, { alsoIn })).faults).toMatchObject([
    { kind: 'cut', message: expect.stringContaining('followers.position') },
  ]);
  expect((await verifyLog(tampered([]), test.pool, { alsoIn })).faults.map(({ kind }) => kind)).toContain(
    'missing',
  );
});

it('compares a seal kept elsewhere', async () => {
  const whole = await verifyLog(test.store, test.pool);
  const kept = { seq: events.length, hash: whole.head.hash };
  expect(whole.newestSeal).toBeNull();
  expect(await verifyLog(test.store, test.pool, { keptSeal: kept })).toMatchObject({ ok: true });
  for (const keptSeal of [
    { ...kept, hash: 'ab'.repeat(32) },
    { ...kept, seq: kept.seq - 1 },
    // the log ends before it: cut off with everything that followed it
    { ...kept, seq: kept.seq + 1 },
  ])
    expect((await verifyLog(test.store, test.pool, { keptSeal })).faults).toMatchObject([
      { kind: 'seal', seq: BigInt(keptSeal.seq), eventId: null },
    ]);
});

it('indexes an event with broken JSON and continues', async () => {
  const broken = await bench();
  const runtime = await broken.start({ projections: [] });
  await broken.history.addRaw('site-x', {
    id: '0198a000-0000-7000-8000-000000000001',
    type: 'SiteRequested',
    data: '{"no end',
    metadata: 'none',
  });
  await broken.history.site('acme', 's1');
  await runtime.caughtUp();
  expect(await verifyLog(broken.store, broken.pool)).toMatchObject({ ok: true, verified: 2 });
  const { rows } = await broken.pool.query(
    'SELECT i.accounts, i.recorded_at IS NULL AS undated FROM log_index i ORDER BY i.seq',
  );
  expect(rows).toEqual([
    { accounts: [], undated: true },
    { accounts: ['acme'], undated: false },
  ]);
});

// Proves I7-tamper-3
it('reports a seal with a number that does not exist', async () => {
  const sealed = await bench();
  const runtime = await sealed.start();
  await sealed.history.site('acme', 's1', {}, '2026-01-05');
  await sealed.history.add(logSealStream('2026-01-06'), [], {
    type: 'LogSealed',
    data: { sealedOn: '2026-01-06', seq: 900, hash: 'ab'.repeat(32) },
  });
  await runtime.caughtUp();
  const { ok, faults } = await verifyLog(sealed.store, sealed.pool);
  expect(ok).toBe(false);
  expect(faults).toMatchObject([{ kind: 'seal', seq: 900n, stream: 'logSeal-2026-01-06' }]);
});

// Proves I7-tamper-1
it('reports the seal with another hash if log and index were changed together', async () => {
  const sealed = await bench();
  const runtime = await sealed.start();
  await sealed.history.site('acme', 's1', {}, '2026-01-05');
  await runtime.caughtUp();
  const end = await chainEnd(sealed.pool);
  await sealed.history.add(logSealStream('2026-01-06'), [], {
    type: 'LogSealed',
    data: { sealedOn: '2026-01-06', seq: end?.seq ?? 0, hash: end?.hash ?? '' },
  });
  await runtime.caughtUp();
  await runtime.stop();
  const log = [...(await sealed.store.readAll(null, { limit: 100 })).events];
  expect(await verifyLog(tampered(log), sealed.pool)).toMatchObject({
    ok: true,
    seals: 1,
    newestSeal: { seq: end?.seq, hash: end?.hash },
  });

  const victim = log[0] as RecordedEvent;
  const forged = log.with(0, { ...victim, data: victim.data.replace(':12', ':13') });
  let previous: Uint8Array = CHAIN_START;
  for (const [place, event] of forged.entries()) {
    const { hash } = chain(previous, BigInt(place + 1), event);
    await sealed.pool.query('UPDATE log_index SET hash = $2 WHERE seq = $1', [place + 1, hash]);
    previous = hash;
  }
  const { ok, faults } = await verifyLog(tampered(forged), sealed.pool);
  expect(ok).toBe(false);
  expect(faults).toMatchObject([{ kind: 'seal', seq: BigInt(end?.seq ?? 0), stream: 'logSeal-2026-01-06' }]);
});
