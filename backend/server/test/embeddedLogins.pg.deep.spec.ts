import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '../src/platform/database/openDatabase.ts';
import { commandLine } from './support/commandLine.ts';
import { HttpClient } from './support/httpClient.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from './support/ownPostgres.ts';
import { PORTAL_SETTINGS } from './support/stage.ts';
import { registration } from './support/testPortal.ts';

/** What `npm start` starts where nothing is set: the portal with a PostgreSQL of its own, whose role is no superuser. */
let started: PortalWithPostgres;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-default-'));
  // PostgreSQL runs as another user where the spec runs as root
  await chmod(folder, 0o711);
  started = await startPortalWithPostgres(path.join(folder, 'data'));
}, 120_000);
afterAll(async () => {
  await started.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a statement as the portal's login. */
const asPortal = (sql: string, url = started.login) => withConnection(url, (client) => client.query(sql));

const countEvents = async () =>
  Number(
    (await started.database.pool.query("SELECT count(*) FROM es.events WHERE type <> 'LogSealed'")).rows[0]
      .count,
  );

/** @returns the user's id */
async function register(username: string): Promise<string> {
  const { status, json } = await new HttpClient(started.portal.url).post(
    '/api/register',
    registration(username),
  );
  expect(status).toBe(201);
  return json.id;
}

it('the embedded database starts without a warning about its login', () => {
  expect(started.portal.lines.filter((line) => line.includes('could change or delete events'))).toEqual([]);
});

const FORBIDDEN = [
  'ALTER TABLE es.events DISABLE TRIGGER ALL',
  'DROP TRIGGER events_are_never_changed ON es.events',
  "UPDATE es.events SET data = '{}'",
  'DELETE FROM es.events',
  'TRUNCATE es.events',
  'DROP TABLE es.events',
  'DROP SCHEMA es CASCADE',
  'ALTER TABLE es.events OWNER TO portal',
  'CREATE OR REPLACE FUNCTION es.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  'SET ROLE portal_events_owner',
  'SET ROLE postgres',
  'GRANT portal_events_owner TO portal',
  'SET session_replication_role = replica',
  'ALTER DATABASE portal RENAME TO other',
];

describe('the database login of the portal', () => {
  it.each(FORBIDDEN)('may not `%s`', async (sql) => {
    const before = await countEvents();
    expect(before).toBeGreaterThan(0);
    await expect(asPortal(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await countEvents()).toBe(before);
  });

  // Proves X-1b
  it('may not drop the database', async () => {
    const elsewhere = new URL(started.login);
    elsewhere.pathname = '/postgres';
    await expect(asPortal('DROP DATABASE portal WITH (FORCE)', elsewhere.href)).rejects.toMatchObject({
      code: '42501',
    });
  });

  // Proves X-1b
  it('is sufficient for the command lines: erasure, verification, backup', async () => {
    const ann = await register('ann');
    const environment = {
      ...PORTAL_SETTINGS,
      DATA_DIR: started.dataDir,
      DATABASE_URL: '',
      EVENTSTORE_URL: '',
    };
    const file = path.join(folder, 'one.backup');
    for (const [program, ...parameters] of [
      ['users', 'erase', ann, '--yes'],
      ['audit', 'verify'],
      ['backup', 'create', file],
    ] as const) {
      const { code, err } = await commandLine(program, parameters, environment).ended;
      expect([program, parameters[0], code, err]).toEqual([program, parameters[0], 0, '']);
    }
  }, 120_000);
});

// Proves X-1b
it('a data folder of an earlier release starts, and its log no longer belongs to the portal’s login', async () => {
  const before = await countEvents();
  // as earlier releases left it
  await started.database.pool.query(`
    ALTER DATABASE portal OWNER TO portal;
    ALTER SCHEMA es OWNER TO portal;
    ALTER TABLE es.events OWNER TO portal;
    ALTER TABLE es.schema_version OWNER TO portal;
    ALTER FUNCTION es.append_batch OWNER TO portal;
    ALTER FUNCTION es.append_one OWNER TO portal;
    ALTER FUNCTION es.refuse_change OWNER TO portal;
    DROP OWNED BY portal_app, portal_events_owner;
    DROP ROLE portal_app, portal_events_owner`);
  await asPortal('ALTER TABLE es.events DISABLE TRIGGER ALL; ALTER TABLE es.events ENABLE TRIGGER ALL');
  await started.close();
  started = await startPortalWithPostgres(started.dataDir);
  expect(await countEvents()).toBe(before);
  await register('bob');
  expect(await countEvents()).toBeGreaterThan(before);
  await expect(asPortal(FORBIDDEN[0] ?? '')).rejects.toMatchObject({ code: '42501' });
});
