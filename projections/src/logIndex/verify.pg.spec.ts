import { logSealStream } from '@portal/domain';
import { createMemoryEventStore, type EventStore, MemoryLog, type RecordedEvent } from '@portal/event-store';
import { beforeEach, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { CHAIN_START, chain } from './chain.ts';
import { chainEnd } from './query.ts';
import { verifyLog } from './verify.ts';

let test: Bench;
let events: RecordedEvent[];

/** The log as somebody left it who went around the event store. */
const tampered = (log: readonly RecordedEvent[]): EventStore => {
  const memory = new MemoryLog();
  memory.events.push(
    ...log.map((event, place) => ({ ...event, position: String(place + 1).padStart(20, '0') })),
  );
  return createMemoryEventStore(memory);
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

it('finds an untouched log whole, and tells how far it is', async () => {
  const reports: { verified: number; total: number }[] = [];
  const verified = await verifyLog(test.store, test.pool, {
    onProgress: (progress) => reports.push(progress),
  });
  expect(verified).toMatchObject({ ok: true, verified: events.length, faults: [] });
  expect(verified.head.seq).toBe(BigInt(events.length));
  expect(verified.head.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(reports.at(-1)).toEqual({ verified: events.length, total: events.length });
});

it('proves an empty log too', async () => {
  const empty = await bench();
  await (await empty.start()).stop();
  expect(await verifyLog(empty.store, empty.pool)).toMatchObject({
    ok: true,
    verified: 0,
    head: { seq: 0n },
  });
});

it('names the one event in which a byte was changed', async () => {
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

it('names an event that is missing, at the end as well', async () => {
  for (const at of [4, events.length - 1]) {
    const { faults } = await verifyLog(tampered(events.toSpliced(at, 1)), test.pool);
    expect(faults).toMatchObject([{ kind: 'missing', seq: BigInt(at + 1), eventId: events[at]?.id }]);
  }
});

it('names an event that was slipped in', async () => {
  const extra = {
    ...(events[4] as RecordedEvent),
    id: '0198a000-0000-7000-8000-00000000ffff',
    stream: 'site-x',
    revision: 0n,
  };
  const { faults } = await verifyLog(tampered(events.toSpliced(4, 0, extra)), test.pool);
  expect(faults).toMatchObject([{ kind: 'unindexed', eventId: extra.id, seq: null }]);
});

it('names two events that changed places', async () => {
  const [a, b] = [events[6] as RecordedEvent, events[7] as RecordedEvent];
  const { faults } = await verifyLog(tampered(events.with(6, b).with(7, a)), test.pool);
  expect(faults).toMatchObject([
    { kind: 'missing', eventId: a.id },
    { kind: 'moved', eventId: a.id, seq: 7n },
  ]);
});

it('names an index entry that was changed or taken away', async () => {
  await test.pool.query("UPDATE log_index SET accounts = '{somebody-else}' WHERE seq = 3");
  expect((await verifyLog(test.store, test.pool)).faults).toMatchObject([{ kind: 'changed', seq: 3n }]);
  await test.pool.query('DELETE FROM log_index WHERE seq = 3');
  expect((await verifyLog(test.store, test.pool)).faults).toMatchObject([
    { kind: 'gap', seq: 3n },
    { kind: 'unindexed', eventId: events[2]?.id },
    { kind: 'changed', seq: 4n },
  ]);
});

it('indexes an event whose JSON is broken, and goes on', async () => {
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

it('names the seal that tells another hash where log and index were changed together', async () => {
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
  expect(await verifyLog(tampered(log), sealed.pool)).toMatchObject({ ok: true, seals: 1 });

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
