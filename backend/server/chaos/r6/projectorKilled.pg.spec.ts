import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { HELD, type HeldProjection, type Holds, installHolds, POINTS } from './holds.ts';

const R6 = scenario('R6');
const chance = chanceOf('kills of the projector');
const KILLS = sized(2, 20);
const AT_ONCE = 8;

let stage: Stage;
let holds: Holds;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(async () => {
  await holds?.release();
  await stage.close();
}, 60_000);

/** Revisions of the live generations: each write makes one more. */
async function revisions(): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await stage.database.pool.query<{ projection: string; revision: string }>(
    "SELECT projection, revision::text FROM projection_generations WHERE state = 'live'",
  );
  return new Map(rows.map(({ projection, revision }) => [projection, BigInt(revision)]));
}

it(
  'a portal that is killed anywhere in the write of a projection leaves nothing half done, doubled or lost',
  async () => {
    const { pool } = stage.database;
    let portal = await stage.startPortal();
    const orders = await siteOrders(portal.url);
    holds = await installHolds(pool);
    let committed = 0;
    let undone = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const names = Object.keys(HELD) as HeldProjection[];
      // every point in turn for every projection
      await holds.arm(
        new Map(names.map((name, n) => [name, POINTS[(n + kill) % POINTS.length] ?? 'commit'])),
      );
      orders.start(AT_ONCE);
      const sessions = await holds.held(30);
      const before = await revisions();
      await portal.kill();
      await orders.stop();

      // some die with their portal, the write of the others is under way and takes place without it
      const dying = names.filter(() => chance.fraction() < 0.5);
      for (const name of dying) await pool.query('SELECT pg_terminate_backend($1)', [sessions.get(name)]);
      await holds.release();
      await eventually(async () => {
        const { rows } = await pool.query('SELECT FROM pg_stat_activity WHERE pid = ANY ($1::integer[])', [
          [...sessions.values()],
        ]);
        return rows.length === 0;
      });
      const after = await revisions();
      for (const name of names) {
        const moved = (after.get(name) ?? 0n) - (before.get(name) ?? 0n);
        expect([kill, name, moved]).toEqual([kill, name, dying.includes(name) ? 0n : 1n]);
      }
      undone += dying.length;
      committed += names.length - dying.length;

      portal = await stage.startPortal();
      orders.moveTo(portal.url);
      await orders.settle();
    }
    const found = await ordersInLog(pool, orders);
    expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
    expect(orders.acknowledged.size).toBeGreaterThan(KILLS);
    const { rows } = await readModelsEqualRebuild(stage);
    expect(rows).toBeGreaterThan(orders.acknowledged.size);
    expect([undone > 0, committed > 0]).toEqual([true, true]);

    R6.did(KILLS, 'kills of a portal, four projections in the middle of a write each');
    R6.did(undone, 'writes that were undone');
    R6.did(committed, 'writes that took place after their writer was gone');
    R6.lost(0, 'rows that differ from a rebuild');
  },
  sized(120_000, 900_000),
);
