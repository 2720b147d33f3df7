import { scenario, sized } from '@portal/event-store/testing';
import { DEALER_SITES_VIEW } from '@portal/projections';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, type SiteOrders, siteOrders } from '../support/siteOrders.ts';

const R15 = scenario('R15');
const AT_ONCE = 4;
const TRIES = sized(10, 100);
/** Each waits 2 s for its read model. */
const FOLLOWED = sized(10, 40);

let stage: Stage;
let portal: PortalChild;
let orders: SiteOrders;
beforeAll(async () => {
  stage = await openStage();
  portal = await stage.startPortal();
  orders = await siteOrders(portal.url);
  await stage.database.pool.query(`
    CREATE FUNCTION chaos_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'could not extend file "base/1/1": No space left on device' USING ERRCODE = 'disk_full';
    END $$`);
}, 120_000);
afterAll(async () => {
  await orders?.stop();
  await stage.close();
}, 60_000);

/** During `work`, PostgreSQL can't store such changes in this table. */
async function whileFull(
  event: 'INSERT' | 'UPDATE',
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { pool } = stage.database;
  await pool.query(
    `CREATE TRIGGER disk_full BEFORE ${event} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION chaos_disk_full()`,
  );
  try {
    await work();
  } finally {
    await orders.stop();
    await pool.query(`DROP TRIGGER disk_full ON ${table}`);
  }
}

const refused = () => orders.statuses.get(503) ?? 0;

async function onlyWhatWasAcknowledged(): Promise<void> {
  await orders.settle();
  expect(await ordersInLog(stage.store, orders)).toEqual({ lost: [], doubled: [], gaps: [] });
  expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
  await readModelsEqualRebuild(stage);
}

// Proves I8-R15
it.each([
  ['its events', 'INSERT', 'es.events'],
  ['its key', 'INSERT', 'commands'],
  ['its answer', 'UPDATE', 'commands'],
] as const)(
  'answers a command with 503 if %s cannot be stored',
  async (_, event, table) => {
    const before = [orders.acknowledged.size, refused()] as const;
    await whileFull(event, table, async () => {
      orders.start(AT_ONCE);
      await eventually(async () => refused() >= before[1] + TRIES, 30);
      await orders.stop();
      expect(orders.acknowledged.size).toBe(before[0]);
      // stays ready: all portals share the fault
      expect((await new HttpClient(portal.url).get('/readyz')).status).toBe(200);
    });
    await onlyWhatWasAcknowledged();
    expect(orders.acknowledged.size).toBeGreaterThanOrEqual(before[0] + AT_ONCE);
    R15.did(TRIES, 'tries of commands that PostgreSQL could not store');
  },
  sized(120_000, 240_000),
);

// Proves I8-R15
it(
  'acknowledges a command whose read model or mail cannot be stored yet, and stores both later',
  async () => {
    const mails = async () =>
      (await stage.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM mail_outbox'))
        .rows[0]?.count ?? 0;
    const before = orders.acknowledged.size;
    for (const table of [`${DEALER_SITES_VIEW}_g1`, 'mail_outbox']) {
      const acknowledged = orders.acknowledged.size;
      await whileFull('INSERT', table, async () => {
        orders.start(AT_ONCE);
        await eventually(async () => orders.acknowledged.size >= acknowledged + FOLLOWED, 120);
      });
    }
    await onlyWhatWasAcknowledged();
    // one for the dealer, one for the administrator
    const ordered = orders.acknowledged.size;
    await eventually(async () => (await mails()) >= ordered, 60);
    R15.did(ordered - before, 'commands of which only what follows could not be stored');
    R15.lost(0, 'acknowledged orders, their rows or mails');
  },
  sized(300_000, 500_000),
);
