import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from '@portal/server/test/support/ownPostgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';

const R14 = scenario('R14');
const chance = chanceOf('stops of PostgreSQL');
const STOPS = sized(2, 5);
const AT_ONCE = sized(16, 64);
const BETWEEN_MS = sized({ from: 200, to: 1_500 }, { from: 3_000, to: 8_000 });
/** The short form shares the machine with other tests, so its limit is higher. */
const SERVES_AGAIN_WITHIN_MS = sized(60_000, 15_000);
const TICKS_AGAIN_WITHIN_S = 120;
/** An immediate shutdown, and a killed postmaster. */
const WAYS = ['SIGQUIT', 'SIGKILL'] as const;

let stage: PortalWithPostgres;
beforeAll(async () => {
  stage = await startPortalWithPostgres();
}, 120_000);
afterAll(() => stage?.close(), 60_000);

/** Start of the last tick, by Agenda. */
const lastTick = async () =>
  (
    await stage.database.pool.query<{ at: Date | null }>(
      "SELECT max(last_run_at) AS at FROM agenda_jobs WHERE name = 'tick'",
    )
  ).rows[0]?.at?.getTime() ?? 0;

// Proves I8-R14
it(
  'serves again within 15 s after PostgreSQL stops, without loss, and continues its jobs',
  async () => {
    const { portal, database } = stage;
    const orders = await siteOrders(portal.url);
    orders.start(AT_ONCE);
    const awayMs: number[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      await sleep(chance.between(BETWEEN_MS.from, BETWEEN_MS.to));
      const running = await stage.postmaster();
      const began = Date.now();
      process.kill(running ?? 0, WAYS[stop % WAYS.length]);
      // only orders sent after the signal count
      await eventually(async () => (await stage.postmaster()) !== running, 30);
      const gone = Date.now();
      const servedAt = await eventually(() => orders.firstAcknowledged({ sentAt: gone }), 60);
      awayMs.push(servedAt - began);
    }
    const tickedBefore = await lastTick();
    await orders.stop();
    await orders.settle();

    const slowest = Math.max(...awayMs);
    expect(slowest).toBeLessThan(SERVES_AGAIN_WITHIN_MS);
    expect(portal.lives).toBe(true);
    expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    expect(orders.statuses.get(503)).toBeGreaterThan(0);
    const found = await ordersInLog(stage.store, orders);
    expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
    const { rows } = await readModelsEqualRebuild(stage);
    expect(rows).toBeGreaterThan(orders.acknowledged.size);

    // makes the next tick due; an interrupted tick keeps its lock until that expires
    await eventually(async () => {
      await database.pool.query(
        "UPDATE agenda_jobs SET next_run_at = now() WHERE name = 'tick' AND locked_at IS NULL",
      );
      return (await lastTick()) > tickedBefore;
    }, TICKS_AGAIN_WITHIN_S);

    R14.did(STOPS, 'stops of PostgreSQL under load');
    R14.did(orders.acknowledged.size, 'acknowledged orders');
    R14.lost(found.lost.length + found.doubled.length, 'acknowledged orders');
    R14.measured('slowest return', `${(slowest / 1_000).toFixed(1)} s`);
  },
  sized(240_000, 420_000),
);
