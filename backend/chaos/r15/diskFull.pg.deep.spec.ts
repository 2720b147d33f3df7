import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from '@portal/server/test/support/ownPostgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';
import { mountSmallDisk, type SmallDisk } from '../support/smallDisk.ts';

const R15 = scenario('R15');
const DISK_MEGABYTES = 320;
const AT_ONCE = 8;
/** Refusals per phase. */
const REFUSALS = 40;
/** Time without PostgreSQL, in seconds. */
const DOWN_SECONDS = sized(4, 330);
const SERVES_AGAIN_WITHIN_MS = 15_000;

let disk: SmallDisk | string;
let stage: PortalWithPostgres | undefined;
beforeAll(async () => {
  disk = await mountSmallDisk(DISK_MEGABYTES);
  if (typeof disk !== 'string') stage = await startPortalWithPostgres(path.join(disk.folder, 'data'));
}, 120_000);
afterAll(async () => {
  try {
    // a full disk prevents a clean stop
    if (typeof disk !== 'string') await disk.free();
    await stage?.close();
  } finally {
    if (typeof disk !== 'string') await disk.remove();
  }
}, 60_000);

// Proves I8-R15
it(
  'answers 503 while the disk is full, and keeps exactly the acknowledged orders',
  async ({ skip }) => {
    if (typeof disk === 'string' || stage === undefined) return skip(String(disk));
    const full = disk;
    const { portal, database, postmaster } = stage;
    const orders = await siteOrders(portal.url);
    const refusals = () => orders.statuses.get(503) ?? 0;
    const refusedAgain = async (during: () => Promise<unknown>) => {
      const before = refusals();
      await eventually(async () => {
        await during();
        return refusals() >= before + REFUSALS;
      }, 30);
    };
    orders.start(AT_ONCE);
    await eventually(async () => orders.acknowledged.size >= 50, 60);

    // first tables can't grow, while PostgreSQL runs
    await refusedAgain(() => full.fill());
    const running = await postmaster();
    expect(running).not.toBeNull();
    // then the write-ahead log can't either, and PostgreSQL stops. Its reserve of segments varies, so they are used up.
    await eventually(async () => {
      await database.pool
        .query("SELECT pg_logical_emit_message(false, 'full', ''), pg_switch_wal()")
        .catch(() => undefined);
      await full.fill();
      return (await postmaster()) === null;
    }, 60);
    await refusedAgain(() => full.fill());
    await orders.stop();
    const acknowledgedOnFull = orders.acknowledged.size;
    await sleep(DOWN_SECONDS * 1_000);
    expect(portal.lives).toBe(true);
    expect((await new HttpClient(portal.url).get('/readyz')).status).toBe(503);

    const freed = Date.now();
    await full.free();
    orders.start(AT_ONCE);
    const backMs = (await eventually(() => orders.firstAcknowledged({ sentAt: freed }), 60)) - freed;
    await orders.stop();
    const unanswered = orders.open.size;
    await orders.settle();

    expect(backMs).toBeLessThan(SERVES_AGAIN_WITHIN_MS);
    expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    const found = await ordersInLog(stage.store, orders);
    expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
    await readModelsEqualRebuild(stage);
    expect(portal.lives).toBe(true);

    R15.did(refusals(), 'commands refused with 503 on a full disk');
    R15.did(acknowledgedOnFull, 'orders acknowledged before');
    R15.lost(found.lost.length + found.doubled.length, 'acknowledged orders');
    R15.measured('sent again afterwards', `${unanswered} orders`);
    R15.measured('serves again after', `${(backMs / 1_000).toFixed(1)} s`);
  },
  sized(240_000, 700_000),
);
