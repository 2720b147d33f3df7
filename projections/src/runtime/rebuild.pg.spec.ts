import { siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { bench, until } from '../../test/harness.ts';
import { dealerSites } from '../dealerSites/projector.ts';
import { DEALER_SITES_VIEW, type RebuildProgress, RebuildRunning, sitesOfAccount } from '../index.ts';

it('rebuilds under load while queries run: none fails or returns older rows', async () => {
  const { history, start, pool } = await bench();
  const { accountId } = await history.dealer('ann', 1);
  for (let n = 0; n < 50; n += 1) await history.site(accountId, `before-${n}`);
  const runtime = await start();
  const other = await start();
  await runtime.caughtUp();

  let working = true;
  let appended = 50;
  const writing = (async () => {
    while (working) {
      const position = await history.site(accountId, `during-${appended}`, {}, '2026-01-05');
      appended += 1;
      expect(await other.waitFor({ position, types: ['SiteRequested'] }, { timeoutMs: 10_000 })).toBe(
        'fresh',
      );
      // rows of this client's last event are visible before, during and after the switch
      expect((await sitesOfAccount(pool, accountId, '2026-01-06')).length).toBeGreaterThanOrEqual(appended);
    }
  })();
  const reading = (async () => {
    let reads = 0;
    let most = 0;
    while (working) {
      const { length } = await sitesOfAccount(pool, accountId, '2026-01-06');
      expect(length).toBeGreaterThanOrEqual(most);
      most = length;
      reads += 1;
    }
    return reads;
  })();
  const reports: RebuildProgress[] = [];
  for (let round = 0; round < 4; round += 1) {
    await runtime.rebuild('dealerSites', { onProgress: (progress) => reports.push(progress) });
    await runtime.rebuild('accounts');
  }
  working = false;
  await writing;
  expect(await reading).toBeGreaterThan(10);

  await runtime.caughtUp();
  const { sites = [] } = await storedRows(dealerSites, pool);
  expect(sites).toHaveLength(appended);
  expect(reports.length).toBeGreaterThan(4);
  expect(reports.at(-1)?.done).toBe(reports.at(-1)?.total);
  for (const { done, total } of reports) expect(done).toBeLessThanOrEqual(total);
  const { rows } = await pool.query(
    "SELECT generation, state FROM projection_generations WHERE projection = 'dealerSites'",
  );
  expect(rows).toEqual([{ generation: 5, state: 'live' }]);
  const tables = await pool.query(
    `SELECT relname FROM pg_class WHERE relname ~ '^${DEALER_SITES_VIEW}_g[0-9]+$'`,
  );
  expect(tables.rows).toEqual([{ relname: `${DEALER_SITES_VIEW}_g5` }]);
}, 120_000);

it('replaces wrong rows and keeps the indexes', async () => {
  const { history, start, pool } = await bench();
  const { accountId } = await history.dealer('ann', 1);
  await history.site(accountId, 's1');
  const runtime = await start();
  await runtime.caughtUp();
  const right = await storedRows(dealerSites, pool);
  const indexes = async () =>
    (
      await pool.query(
        `SELECT count(*)::integer AS n FROM pg_indexes WHERE tablename LIKE '${DEALER_SITES_VIEW}_g%'`,
      )
    ).rows;
  const before = await indexes();
  const table = `${DEALER_SITES_VIEW}_g1`;
  await pool.query(`UPDATE ${table} SET readers = 99; INSERT INTO ${table} SELECT * FROM ${table} LIMIT 0`);
  await runtime.rebuild('dealerSites');
  expect(await storedRows(dealerSites, pool)).toEqual(right);
  expect(await indexes()).toEqual(before);
});

it('runs once at a time and leaves live rows unchanged when aborted', async () => {
  const { history, start, pool } = await bench();
  for (let n = 0; n < 20; n += 1) await history.site('acme', `s${n}`);
  const runtime = await start();
  const other = await start();
  await runtime.caughtUp();
  const before = await storedRows(dealerSites, pool);

  let second: Promise<unknown> | undefined;
  await runtime.rebuild('dealerSites', {
    onProgress: () => {
      second ??= other.rebuild('dealerSites').catch((error: unknown) => error);
    },
  });
  expect(await second).toBeInstanceOf(RebuildRunning);

  const aborting = new AbortController();
  aborting.abort(new Error('Enough.'));
  // not RebuildRunning: each has released its lock
  for (let times = 0; times < 10; times += 1)
    await expect(runtime.rebuild('dealerSites', { signal: aborting.signal })).rejects.toThrow('Enough.');
  expect(await storedRows(dealerSites, pool)).toEqual(before);
  expect((await runtime.status()).find(({ projection }) => projection === 'dealerSites')).toMatchObject({
    generation: 2,
    rebuilding: null,
  });
  await runtime.rebuild('dealerSites');
  expect(await storedRows(dealerSites, pool)).toEqual(before);
});

it('waits for a long read of the view', async () => {
  const { history, start, pool } = await bench();
  await history.site('acme', 's1');
  const runtime = await start();
  await runtime.caughtUp();
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query(`SELECT * FROM ${DEALER_SITES_VIEW}`);
  const rebuilding = runtime.rebuild('dealerSites');
  await until(async () => (await runtime.status()).some(({ rebuilding: on }) => on !== null));
  await history.add(siteStream('s1'), ['acme'], {
    type: 'ReaderCountChanged',
    data: { siteId: 's1', accountId: 'acme', readers: 40 },
  });
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect((await reader.query(`SELECT * FROM ${DEALER_SITES_VIEW}`)).rows).toHaveLength(1);
  await reader.query('COMMIT');
  reader.release();
  await rebuilding;
  await runtime.caughtUp();
  expect((await storedRows(dealerSites, pool)).sites).toMatchObject([{ id: 's1', readers: 40 }]);
});

it('removes what a rebuild that died left behind', async () => {
  const { history, start, pool } = await bench();
  await history.site('acme', 's1');
  const runtime = await start({ projections: [counts] });
  await runtime.caughtUp();
  await pool.query(
    "INSERT INTO projection_generations (projection, version, generation, state) VALUES ('counts', 1, 2, 'filling')",
  );
  await pool.query('CREATE TABLE counts_v1_g2 (left_behind text)');
  await runtime.rebuild('counts');
  expect((await storedRows(counts, pool)).counts).toMatchObject([{ account_id: 'acme', requests: 1 }]);
});

// Proves I8-fuzz-3
it('unparking while a rebuild switches waits for it and uses the new tables', async () => {
  const { history, start, pool } = await bench();
  const runtime = await start({ projections: [counts] });
  await history.site('acme', 's1');
  await runtime.caughtUp();
  await runtime.stop();
  const asking = await start({ projections: [counts], run: false });
  // the switch of a rebuild, halfway
  const switching = await pool.connect();
  try {
    await switching.query(`BEGIN;
      CREATE TABLE counts_v1_g2 (LIKE counts_v1_g1 INCLUDING ALL);
      UPDATE projection_generations SET state = 'filling' WHERE projection = 'counts';
      INSERT INTO projection_generations (projection, version, generation, state, checkpoint)
        SELECT projection, version, 2, 'live', checkpoint FROM projection_generations WHERE projection = 'counts';
      DELETE FROM projection_generations WHERE projection = 'counts' AND generation = 1;`);
    const resumed = asking.unpark('counts', 'acme');
    const waits = `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%projection_generations%' AND datname = current_database()`;
    await until(async () => (await pool.query(waits)).rows.length > 0);
    await switching.query('COMMIT');
    expect(await resumed).toMatchObject({ replayed: 0, stillParked: [] });
  } finally {
    switching.release();
  }
});

it('is not rebuilt from a log that lacks events, unless that is accepted and recorded', async () => {
  const { history, start, store } = await bench();
  const { accountId } = await history.dealer('ann', 1);
  for (let n = 0; n < 6; n += 1) await history.site(accountId, `site-${n}`);
  const whole = await start();
  await whole.caughtUp();
  await whole.rebuild('dealerSites');
  await whole.stop();
  let requests = 0;
  const readAll: typeof store.readAll = async (from, options) => {
    const page = await store.readAll(from, options);
    const isKept = ({ type }: { type: string }) => type !== 'SiteRequested' || ++requests > 3;
    return { ...page, events: page.events.filter(isKept) };
  };
  const runtime = await start({ store: { ...store, readAll } });
  const state = async () => {
    const all = await runtime.status();
    const { generation, lostEvents } = all.find((one) => one.projection === 'dealerSites') ?? {};
    return { generation, lostEvents };
  };
  await expect(runtime.rebuild('dealerSites')).rejects.toThrow(
    'dealerSites was not rebuilt: the log lacks 3 of its events',
  );
  expect(await state()).toEqual({ generation: 2, lostEvents: 0 });
  requests = 0;
  await runtime.rebuild('dealerSites', { withoutLostEvents: true });
  expect(await state()).toEqual({ generation: 3, lostEvents: 3 });
});
