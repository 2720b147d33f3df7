import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from '@portal/server/test/support/ownPostgres.ts';
import { adminAt } from '@portal/server/test/support/people.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';

const R16 = scenario('R16');
const chance = chanceOf('terminations');
const TERMINATIONS = sized(1, 5);
const AT_ONCE = sized(16, 64);
const OPEN_PAGES = 5;
const OUT_WITHIN_MS = 10_000;

let folder: string;
let stage: PortalWithPostgres;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-chaos-'));
  await chmod(folder, 0o711);
  stage = await startPortalWithPostgres(path.join(folder, 'data'));
}, 120_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Open pages that listen for changes. */
async function openPages(url: string): Promise<Promise<unknown>> {
  const admin = await adminAt(url);
  const pages = Array.from({ length: OPEN_PAGES }, () => admin.get('/api/events').catch(() => null));
  return Promise.all(pages);
}

// Proves I8-R16
it(
  'exits within 10 s of SIGTERM under load, with its PostgreSQL, without losing acknowledged orders',
  async () => {
    const orders = await siteOrders(stage.portal.url);
    const outMs: number[] = [];
    for (let n = 0; n < TERMINATIONS; n += 1) {
      const { portal } = stage;
      const pages = openPages(portal.url);
      const before = orders.acknowledged.size;
      orders.start(AT_ONCE);
      await eventually(async () => orders.acknowledged.size > before + AT_ONCE, 30);
      await sleep(chance.between(0, 500));
      const began = performance.now();
      portal.signal('SIGTERM');
      expect(await portal.ended).toBe(0);
      outMs.push(performance.now() - began);
      expect(await stage.postmaster()).toBeNull();
      await Promise.all([orders.stop(), pages]);
      await stage.close();

      stage = await startPortalWithPostgres(path.join(folder, 'data'));
      orders.moveTo(stage.portal.url);
      expect(await ordersInLog(stage.store, orders)).toMatchObject({ lost: [] });
      await orders.settle();
    }
    const slowest = Math.max(...outMs);
    expect(slowest).toBeLessThan(OUT_WITHIN_MS);
    // 0: the connection was refused or cut
    expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503, 0].includes(status))).toEqual([]);
    const found = await ordersInLog(stage.store, orders);
    expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
    await readModelsEqualRebuild(stage);

    R16.did(TERMINATIONS, 'SIGTERMs under load');
    R16.did(orders.acknowledged.size, 'acknowledged orders');
    R16.lost(found.lost.length + found.doubled.length, 'acknowledged orders');
    R16.measured('slowest way out', `${(slowest / 1_000).toFixed(1)} s`);
  },
  sized(240_000, 400_000),
);
