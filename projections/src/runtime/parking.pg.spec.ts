import { siteStream } from '@portal/domain';
import { scenario } from '@portal/event-store/testing';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { metadataFor, requested } from '../../test/history.ts';
import { defineProjection } from './definition.ts';

const R8 = scenario('R8');

const broken = (accounts: readonly string[] | null) => ({
  id: uuidv7(),
  type: 'SiteRequested',
  data: '{"siteId": "no end',
  metadata: accounts === null ? 'no JSON' : JSON.stringify(metadataFor(accounts)),
});

const parkedOf = async (runtime: Awaited<ReturnType<Bench['start']>>) =>
  (await runtime.status()).find(({ projection }) => projection === 'counts')?.parked;

// Proves I7-R8, I8-R8
it('parks only the account of a broken event and continues for all others', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.site('bad', 's1');
  await history.addRaw('site-broken', broken(['bad']));
  await history.site('good', 's2');
  await history.site('bad', 's3');
  await runtime.caughtUp();
  await history.site('bad', 's4');
  await history.site('good', 's5');
  await runtime.caughtUp();

  expect((await storedRows(counts, pool)).counts).toMatchObject([
    { account_id: 'bad', sites: 's1 ' },
    { account_id: 'good', sites: 's2 s5 ' },
  ]);
  expect(await parkedOf(runtime)).toMatchObject([
    {
      key: 'bad',
      stream: 'site-broken',
      revision: 0n,
      events: 3,
      reason: expect.stringContaining("can't be read"),
    },
  ]);
  R8.did(1, 'poison events');
});

it('parks by stream if the accounts are unreadable', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.addRaw('site-x', broken(null));
  await history.add('site-x', ['acme'], { type: 'SiteRequested', data: requested('acme', 's1') });
  await history.site('other', 's2');
  await runtime.caughtUp();
  expect((await storedRows(counts, pool)).counts).toMatchObject([{ account_id: 'other', requests: 1 }]);
  // later events of that stream belong to acme, whose history has a gap from there on
  expect((await parkedOf(runtime))?.map(({ key }) => key).sort()).toEqual(['acme', 'stream:site-x']);
  R8.did(1, 'poison events');
});

it('parks an event for all of its accounts', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.addRaw('site-broken', broken(['bad']));
  await history.add('site-both', ['bad', 'partner'], {
    type: 'SiteRequested',
    data: requested('partner', 's1'),
  });
  await history.site('partner', 's2');
  await runtime.caughtUp();
  expect((await storedRows(counts, pool)).counts).toEqual([]);
  expect(await parkedOf(runtime)).toMatchObject([
    { key: 'bad', events: 2 },
    { key: 'partner', events: 2, reason: 'follows what is parked for bad' },
  ]);
});

// Proves I7-R8, I8-R8
it('unparks once the handler is fixed, in order; a second time changes nothing', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.site('acme', 's1', { readers: 666 });
  await history.site('acme', 's2');
  await history.site('other', 's3');
  await runtime.caughtUp();
  expect(await parkedOf(runtime)).toMatchObject([
    { key: 'acme', reason: 'The number of the beast.', events: 2 },
  ]);

  expect(await runtime.unpark('counts', 'acme')).toMatchObject({ replayed: 0, stillParked: ['acme'] });
  expect(await parkedOf(runtime)).toMatchObject([{ key: 'acme', events: 2 }]);
  await runtime.stop();

  const mended = defineProjection({
    ...counts,
    handlers: {
      SiteRequested: ({ accountId, siteId }, rows) =>
        rows.counts?.upsert(accountId, (row) => ({
          account_id: accountId,
          requests: Number(row?.requests ?? 0) + 1,
          sites: `${row?.sites ?? ''}${siteId} `,
        })),
    },
  });
  const next = await start({ projections: [mended] });
  await next.caughtUp();
  const changes: unknown[] = [];
  next.onChange((change) => changes.push(change));
  expect(await next.unpark('counts', 'acme')).toEqual({ replayed: 2, stillParked: [], accounts: ['acme'] });
  expect(changes).toMatchObject([{ projection: 'counts', accounts: ['acme'] }]);
  expect(await next.unpark('counts', 'acme')).toMatchObject({ replayed: 0, stillParked: [] });
  expect(await parkedOf(next)).toEqual([]);

  const position = await history.site('acme', 's4');
  expect(await next.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect((await storedRows(counts, pool)).counts).toMatchObject([
    { account_id: 'acme', sites: 's1 s2 s4 ' },
    { account_id: 'other', sites: 's3 ' },
  ]);
  R8.did(1, 'poison events');
  R8.lost(0, 'events that waited behind one');
});

it('parks only the event whose values the database refuses, live and in a rebuild', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  await history.site('good', 's1');
  await history.add('site-nul', ['bad'], { type: 'SiteRequested', data: requested('bad', 'nul\0') });
  await history.site('good', 's2');
  await history.site('bad', 's3');
  const runtime = await start({ projections: [counts] });
  await runtime.caughtUp();
  const live = await storedRows(counts, pool);
  expect(live.counts).toMatchObject([{ account_id: 'good', sites: 's1 s2 ' }]);
  const parked = await parkedOf(runtime);
  expect(parked).toMatchObject([{ key: 'bad', events: 2, reason: expect.stringContaining('0x00') }]);

  await runtime.rebuild('counts');
  expect(await storedRows(counts, pool)).toEqual(live);
  expect(await parkedOf(runtime)).toMatchObject([{ key: 'bad', events: 2 }]);
  R8.did(1, 'poison events');
});

it('never parks an event of a type without handler', async () => {
  const { history, start } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.addRaw(siteStream('x'), { ...broken(['acme']), type: 'SiteApproved' });
  await runtime.caughtUp();
  expect(await parkedOf(runtime)).toEqual([]);
});
