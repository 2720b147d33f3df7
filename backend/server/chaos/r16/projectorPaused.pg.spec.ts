import { setTimeout as sleep } from 'node:timers/promises';
import { scenario, sized } from '@portal/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { HttpClient } from '../../test/support/httpClient.ts';
import type { PortalChild } from '../support/portalChild.ts';
import { changeReaders } from '../support/readerChanges.ts';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';
import { openStage, type Stage } from '../support/stage.ts';

const R16 = scenario('R16');
const AT_ONCE = 4;
const SITES = 3;
/** A lease lasts 7 s, and is looked for every 2 s. */
const TAKEN_OVER_WITHIN_MS = 10_000;
const STOPPED_FOR_MS = sized(12_000, 60_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

/** Each of its sessions says whose it is. */
function startNamed(name: string): Promise<PortalChild> {
  const url = new URL(stage.database.connectionString);
  url.searchParams.set('options', `-c chaos.portal=${name}`);
  return stage.startPortal({ DATABASE_URL: url.href });
}

/** From here on every write of a projection is noted with whose it is, and every try to write too. */
const NOTE_WRITES = `
  CREATE TABLE chaos_writes (n bigint GENERATED ALWAYS AS IDENTITY, portal text, projection text, epoch bigint);
  CREATE TABLE chaos_tries (n bigint GENERATED ALWAYS AS IDENTITY, portal text, sites boolean);
  CREATE FUNCTION chaos_note_write() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos_writes (portal, projection, epoch)
    VALUES (current_setting('chaos.portal', true), NEW.projection, NEW.epoch);
    RETURN NEW;
  END $$;
  CREATE FUNCTION chaos_note_try() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos_tries (portal, sites)
    VALUES (current_setting('chaos.portal', true), current_query() LIKE '%INTO dealer_sites%');
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_write AFTER UPDATE OF checkpoint ON projection_generations
    FOR EACH ROW EXECUTE FUNCTION chaos_note_write();
  CREATE TRIGGER note_try AFTER UPDATE OF checkpoint ON projection_generations
    FOR EACH STATEMENT EXECUTE FUNCTION chaos_note_try()`;

const count = async (sql: string): Promise<number> =>
  (await stage.database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)).rows[0]
    ?.count ?? -1;
const triesOfSites = (portal: string) => count(`chaos_tries WHERE portal = '${portal}' AND sites`);

/** Stops a portal in the middle of what it does for one projection: it has asked for rows and not written yet. */
async function stopBeforeItsWrite(portal: PortalChild): Promise<void> {
  const client = await stage.database.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE dealer_sites_v2_g1 IN ACCESS EXCLUSIVE MODE');
    await eventually(
      async () =>
        (await count(
          `pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'portal projections'
           AND query LIKE 'SELECT%FROM dealer_sites_v2_g1%'`,
        )) > 0,
    );
    portal.signal('SIGSTOP');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it(
  'a projector that stands still is replaced within 10 s, and writes nothing when it goes on',
  async () => {
    const { pool } = stage.database;
    const stale = await startNamed('stale');
    await pool.query(NOTE_WRITES);
    const fresh = await startNamed('fresh');
    const orders = await siteOrders(fresh.url);
    orders.start(AT_ONCE);
    await eventually(async () => (await count("chaos_writes WHERE portal = 'stale'")) > 20);
    expect(await count("chaos_writes WHERE portal = 'fresh'")).toBe(0);

    // a change of a site reads its row before it writes it
    await orders.stop();
    const sites = [...orders.acknowledged.values()].slice(0, SITES);
    const readers = await changeReaders(fresh.url, sites);
    await stopBeforeItsWrite(stale);
    const stopped = performance.now();
    const owned = (pid: number) =>
      count(`projection_leases WHERE until > clock_timestamp() AND owner LIKE '% ${pid}'`);
    const projections = await count('projection_leases');
    await eventually(async () => (await owned(fresh.pid)) === projections, 30);
    const takenOverMs = performance.now() - stopped;
    orders.start(AT_ONCE);
    const acknowledged = orders.acknowledged.size;
    await eventually(async () => orders.acknowledged.size > acknowledged + 20);
    await sleep(Math.max(0, STOPPED_FOR_MS - (performance.now() - stopped)));

    const triedBefore = await triesOfSites('stale');
    stale.signal('SIGCONT');
    await eventually(async () => (await triesOfSites('stale')) > triedBefore);
    await sleep(1_000);
    await Promise.all([orders.stop(), readers.stop()]);
    await orders.settle();

    expect(takenOverMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    const late = `chaos_writes w WHERE portal = 'stale' AND EXISTS (
    SELECT FROM chaos_writes f WHERE f.portal = 'fresh' AND f.projection = w.projection AND f.n < w.n)`;
    const lateWrites = await count(late);
    expect(lateWrites).toBe(0);
    expect(await owned(fresh.pid)).toBe(projections);
    expect(
      await count(
        '(SELECT FROM chaos_writes GROUP BY projection, epoch HAVING count(DISTINCT portal) > 1) x',
      ),
    ).toBe(0);
    expect(await ordersInLog(pool, orders)).toEqual({ lost: [], doubled: [], gaps: [] });
    await readModelsEqualRebuild(stage);
    // it serves on
    expect([stale.lives, (await new HttpClient(stale.url).get('/readyz')).status]).toEqual([true, 200]);

    R16.did(1, `portals stopped for ${STOPPED_FOR_MS / 1_000} s and continued`);
    R16.lost(lateWrites, 'writes of a stale projector');
    R16.measured('another portal has taken over after', `${(takenOverMs / 1_000).toFixed(1)} s`);
  },
  sized(120_000, 200_000),
);
