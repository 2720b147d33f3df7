import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { portalProjections } from '@portal/projections';
import { processes } from '@portal/server/app/reactions.ts';
import { serverMigrations } from '@portal/server/app/serverMigrations.ts';
import { storedIdOf } from '@portal/server/kernel/storedIds.ts';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { adminAt } from '@portal/server/test/support/people.ts';
import { launchPortal, type PortalChild, startPortal } from '@portal/server/test/support/portalChild.ts';
import { PORTAL_SETTINGS } from '@portal/server/test/support/stage.ts';
import { type TestDatabase, testDatabase } from '@portal/server/test/testDatabase.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

const R17 = scenario('R17');
const chance = chanceOf('deaths at the start');
const PORTALS = 3;
const ROUNDS = sized(1, 5);
/** Time of the kill: during migrations, read models or the first administrator. */
const DIES_AFTER_MS = { from: 700, to: 3_500 };

let database: TestDatabase;
let folder: string;
let portals: PortalChild[];
beforeEach(async () => {
  database = await testDatabase({ empty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'portal-chaos-'));
  portals = [];
});
afterEach(async () => {
  await Promise.all(portals.map((portal) => portal.kill()));
  await database.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Of a portal with its own data folder. */
const environment = () => ({
  ...PORTAL_SETTINGS,
  DATA_DIR: path.join(folder, randomUUID()),
  DATABASE_URL: database.connectionString,
  EVENTSTORE_URL: '',
});
async function start(): Promise<PortalChild> {
  const portal = await startPortal(environment());
  portals.push(portal);
  return portal;
}

const countOf = async (sql: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)).rows[0]
    ?.count ?? -1;

/** What must exist once. */
async function expectOneOfEach(started: readonly PortalChild[]): Promise<void> {
  expect(await countOf('server_migrations')).toBe(serverMigrations.length);
  expect(await countOf('(SELECT DISTINCT name FROM server_migrations) AS names')).toBe(
    serverMigrations.length,
  );
  expect(await countOf("es.events WHERE type = 'UserAdded'")).toBe(1);
  expect(await countOf("es.events WHERE type = 'UsernameReserved'")).toBe(1);
  expect(await countOf("agenda_jobs WHERE name = 'tick'")).toBe(1);
  for (const { url } of started) {
    const admin = await adminAt(url);
    expect((await admin.get('/api/admin/users')).json).toHaveLength(1);
  }
}

async function expectToEndWell(started: readonly PortalChild[]): Promise<void> {
  for (const portal of started) portal.signal('SIGTERM');
  expect(await Promise.all(started.map((portal) => portal.ended))).toEqual(started.map(() => 0));
}

interface Owned {
  readonly name: string;
  readonly epoch: string;
  readonly owner: string | null;
}

/** The leases, once all are held. */
const allOwned = (held: number, sql: string): Promise<readonly Owned[]> =>
  eventually(async () => {
    const { rows } = await database.pool.query<Owned>(sql);
    return rows.length >= held && rows;
  }, 30);

const PROJECTION_LEASES =
  'SELECT projection AS name, epoch::text, owner FROM projection_leases WHERE until > clock_timestamp()';
const FOLLOWER_LEASES =
  'SELECT process AS name, epoch::text, owner FROM process_checkpoints WHERE leased_until > clock_timestamp()';

// Proves I8-R17
it(
  'migrates once and creates one administrator when three portals start at once',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) {
        await database.close();
        database = await testDatabase({ empty: true });
      }
      const started = await Promise.all(Array.from({ length: PORTALS }, start));
      await expectOneOfEach(started);
      // one portal has migrated: several would have made several batches
      expect(await countOf('(SELECT DISTINCT batch FROM server_migrations) AS batches')).toBe(1);

      const projections = await allOwned(portalProjections.length + 1, PROJECTION_LEASES);
      // taken once since the table was created
      expect(projections.filter(({ epoch }) => epoch !== '1')).toEqual([]);
      const pids = new Set(started.map(({ pid }) => String(pid)));
      expect(projections.filter(({ owner }) => !pids.has(owner?.split(' ').at(-1) ?? ''))).toEqual([]);
      const followers = await allOwned(processes.length, FOLLOWER_LEASES);
      expect(followers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(processes.map(({ name }) => storedIdOf(name))),
      );
      expect(followers.filter(({ epoch }) => epoch !== '1')).toEqual([]);

      await expectToEndWell(started);
    }
    R17.did(ROUNDS, `starts of ${PORTALS} portals at once on an empty database`);
    R17.lost(0, 'migrations, owners, administrators too many');
  },
  sized(300_000, 900_000),
);

// Proves I8-R17
it(
  'starts the other portals, and the next one, when one is killed during its start',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) {
        await database.close();
        database = await testDatabase({ empty: true });
      }
      const dying = launchPortal(environment());
      const others = Array.from({ length: PORTALS - 1 }, start);
      await sleep(chance.between(DIES_AFTER_MS.from, DIES_AFTER_MS.to));
      await dying.kill();
      const started = await Promise.all([...others, start()]);
      await expectOneOfEach(started);
      await allOwned(portalProjections.length + 1, PROJECTION_LEASES);
      await expectToEndWell(started);
    }
    R17.did(ROUNDS, 'starts of which one was killed on the way');
  },
  sized(300_000, 900_000),
);
