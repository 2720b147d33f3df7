import { chaosSize, scenario, sized } from '@portal/event-store/testing';
import { DEALER_SITES_VIEW } from '@portal/projections';
import { openDatabase } from '@portal/server/platform/database/openDatabase.ts';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { type TestDatabase, testDatabase } from '@portal/server/test/testDatabase.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, type SiteOrders, siteOrders } from '../support/siteOrders.ts';

const R5 = scenario('R5');
const AT_ONCE = 4;
const ORDERS = sized(20, 500);
const SHOWN_WITHIN_MS = 30_000;

let stage: Stage;
let portal: PortalChild;
let orders: SiteOrders;
let elsewhere: TestDatabase;
let idle: pg.Client[] = [];
beforeAll(async () => {
  stage = await openStage();
  elsewhere = await testDatabase({ empty: true });
  portal = await stage.startPortal();
  orders = await siteOrders(portal.url);
}, 120_000);
afterEach(async () => {
  await orders.stop();
  await Promise.all(idle.map((client) => client.end().catch(() => undefined)));
  idle = [];
});
afterAll(async () => {
  await elsewhere.close();
  await stage.close();
}, 60_000);

/** A session with an idle transaction. */
async function leaveIdle(connectionString: string, statements: string): Promise<pg.Client> {
  const client = new pg.Client(connectionString);
  client.on('error', () => undefined);
  await client.connect();
  idle.push(client);
  await client.query(statements);
  return client;
}

/** Lag of the read model of sites, by /readyz and /metrics. */
async function lagOfSites(): Promise<{ readonly ready: number; readonly metrics: number }> {
  const anybody = new HttpClient(portal.url);
  const { json } = await anybody.get('/readyz');
  const line = /^portal_projection_lag_events\{projection="dealerSites"\} (\d+)/m.exec(
    (await anybody.get('/metrics')).text,
  );
  return { ready: json?.checks?.projections?.lag?.dealerSites ?? 0, metrics: Number(line?.[1] ?? 0) };
}

async function orderSome(): Promise<void> {
  const before = orders.acknowledged.size;
  orders.start(AT_ONCE);
  await eventually(async () => orders.acknowledged.size >= before + ORDERS, 120);
  await orders.stop();
}

async function nothingIsSkipped(): Promise<void> {
  await orders.settle();
  expect(await ordersInLog(stage.store, orders)).toEqual({ lost: [], doubled: [], gaps: [] });
  await readModelsEqualRebuild(stage);
}

// Proves I8-R5
it(
  'is not delayed by idle transactions without locks, in any database of the server',
  async () => {
    // one in another database, each with its own id and snapshot
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_current_xact_id()';
    await leaveIdle(elsewhere.connectionString, begin);
    await leaveIdle(stage.database.connectionString, begin);
    await orderSome();
    await eventually(async () => (await lagOfSites()).ready === 0, 30);
    await nothingIsSkipped();
    R5.did(2, 'transactions left idle without a lock');
  },
  sized(120_000, 240_000),
);

// Proves I8-R5
it(
  'shows the lag behind an idle transaction within 30 s, and catches up when PostgreSQL ends it',
  async () => {
    // a session like the portal's
    const ours = openDatabase(stage.database.connectionString);
    const { rows } = await ours.pool.query<Record<string, string>>(
      'SHOW idle_in_transaction_session_timeout',
    );
    expect(rows[0]?.idle_in_transaction_session_timeout).toBe('30s');
    const left = await ours.pool.connect();
    const began = performance.now();
    await left.query(`BEGIN; LOCK TABLE ${DEALER_SITES_VIEW}_g1 IN SHARE MODE`);
    let ended = false;
    left.once('end', () => {
      ended = true;
    });
    orders.start(AT_ONCE);
    // the log accepts events meanwhile
    const shown = await eventually(async () => {
      const lag = await lagOfSites();
      return lag.ready > 0 && lag.metrics > 0 && lag;
    }, 30);
    const shownMs = performance.now() - began;
    expect(shown.ready).toBeGreaterThan(0);
    expect(ended).toBe(false);
    expect(shownMs).toBeLessThan(SHOWN_WITHIN_MS);
    if (chaosSize() === 'short') await left.query("SET LOCAL idle_in_transaction_session_timeout = '1s'");

    await eventually(async () => ended, 60);
    left.release(true);
    await ours.close();
    await orders.stop();
    await eventually(async () => (await lagOfSites()).ready === 0, 30);
    await nothingIsSkipped();
    R5.did(1, 'transactions left idle with a lock on a read model');
    R5.measured('lag shown after', `${(shownMs / 1_000).toFixed(1)} s`);
  },
  sized(120_000, 240_000),
);

// Proves I8-R5
it('accepts commands again after an idle transaction in the middle of an append', async () => {
  const acknowledged = orders.acknowledged.size;
  // like a session of the event store
  const left = await leaveIdle(
    stage.database.connectionString,
    `SET idle_in_transaction_session_timeout = '5s'; BEGIN;
     SELECT es.append_one('left-1', -1, gen_random_uuid(), 'Left', '{}', '{}')`,
  );
  const ended = new Promise((resolve) => left.once('end', resolve));
  orders.start(AT_ONCE);
  await ended;
  await eventually(async () => orders.acknowledged.size > acknowledged + AT_ONCE, 30);
  await orders.stop();
  await eventually(async () => (await lagOfSites()).ready === 0, 30);
  await nothingIsSkipped();
  const { rows } = await stage.database.pool.query("SELECT FROM es.events WHERE type = 'Left'");
  expect(rows).toHaveLength(0);
  expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);

  R5.did(1, 'transactions left idle in the middle of an append');
  R5.did(orders.acknowledged.size, 'acknowledged orders');
  R5.lost(0, 'acknowledged orders, in the log or in a read model');
}, 120_000);
