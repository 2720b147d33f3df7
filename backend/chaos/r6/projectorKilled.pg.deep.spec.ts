import { scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HELD, type HeldProjection, type Holds, installHolds, POINTS, type Point } from '../support/holds.ts';
import { changeReaders } from '../support/readerChanges.ts';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';

const R6 = scenario('R6');
const KILLS = sized(6, 18);
const AT_ONCE = 4;
const SITES = 4;
const PROJECTIONS = (Object.keys(HELD) as HeldProjection[]).filter((name) => name !== 'logIndex');

let stage: Stage;
let holds: Holds | undefined;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(async () => {
  await holds?.remove();
  await stage.close();
}, 60_000);

interface Death {
  readonly point: Point;
  /** Whether the session dies with the portal. */
  readonly undone: boolean;
}

/**
 * The two writes that a kill interrupts: the log index's, and the one that commits the projections of a site together,
 * held at one of them. All six deaths of both in six kills, of each projection in eighteen.
 */
function deathsOf(kill: number): ReadonlyMap<HeldProjection, Death> {
  const death = (which: number): Death => ({
    point: POINTS[which % POINTS.length] ?? 'commit',
    undone: which % (2 * POINTS.length) >= POINTS.length,
  });
  const projection = PROJECTIONS[kill % PROJECTIONS.length] ?? 'dealerSites';
  return new Map([
    ['logIndex', death(kill + 4)],
    [projection, death(kill + Math.floor(kill / 6))],
  ]);
}

/** Revisions of the live generations; each write adds one. */
async function revisions(): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await stage.database.pool.query<{ projection: string; revision: string }>(
    "SELECT projection, revision::text FROM projection_generations WHERE state = 'live'",
  );
  return new Map(rows.map(({ projection, revision }) => [projection, BigInt(revision)]));
}

// Proves I8-R6
it(
  "applies each event once when a portal is killed anywhere in a projection's write",
  async () => {
    const { pool } = stage.database;
    let portal = await stage.startPortal();
    const orders = await siteOrders(portal.url);
    orders.start(AT_ONCE);
    await eventually(async () => orders.acknowledged.size >= SITES, 30);
    const sites = [...orders.acknowledged.values()].slice(0, SITES);
    holds = await installHolds(pool);
    let changes = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const readers = await changeReaders(portal.url, sites);
      await eventually(async () => readers.done >= SITES, 30);
      const deaths = deathsOf(kill);
      await holds.arm(new Map([...deaths].map(([name, { point }]) => [name, point])));
      const sessions = await holds.held(30);
      const before = await revisions();
      await portal.kill();
      await Promise.all([orders.stop(), readers.stop()]);
      changes += readers.done;

      // sessions that survive finish their write without the portal
      for (const [name, pid] of sessions) {
        if (deaths.get(name)?.undone) await pool.query('SELECT pg_terminate_backend($1)', [pid]);
      }
      await holds.release();
      await eventually(async () => {
        const { rows } = await pool.query('SELECT FROM pg_stat_activity WHERE pid = ANY ($1::integer[])', [
          [...sessions.values()],
        ]);
        return rows.length === 0;
      }, 30);
      const after = await revisions();
      for (const [name, { undone }] of deaths) {
        const moved = (after.get(name) ?? 0n) - (before.get(name) ?? 0n);
        expect([kill, name, moved]).toEqual([kill, name, undone ? 0n : 1n]);
      }

      // R16 tests how long they last
      await pool.query("UPDATE projection_leases SET until = '-infinity'");
      portal = await stage.startPortal();
      orders.moveTo(portal.url);
      await orders.settle();
      const { rows } = await readModelsEqualRebuild(stage);
      expect(rows).toBeGreaterThan(orders.acknowledged.size);
      orders.start(AT_ONCE);
    }
    await orders.stop();
    expect(await ordersInLog(stage.store, orders)).toEqual({ lost: [], doubled: [], gaps: [] });
    expect(changes).toBeGreaterThan(KILLS);

    R6.did(KILLS, 'kills of a portal, each in the middle of the writes of the log index and of projections');
    R6.did(orders.acknowledged.size + changes, 'acknowledged commands');
    R6.lost(0, 'rows that differ from a rebuild');
  },
  sized(300_000, 900_000),
);
