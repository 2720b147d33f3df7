import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, freshStream, someEvents } from '../testing/events.ts';
import { EVENT_STORE_APP_ROLE } from './schema.ts';
import { type StoresUnderTest, storesUnderTest } from './testing/storesUnderTest.ts';

let stores: StoresUnderTest;
beforeAll(async () => {
  stores = await storesUnderTest();
});
afterAll(() => stores.stop());

const CHANGES = [
  ['UPDATE', `UPDATE es.events SET data = '{}'`],
  ['UPDATE of no row', `UPDATE es.events SET data = '{}' WHERE false`],
  ['DELETE', 'DELETE FROM es.events'],
  ['TRUNCATE', 'TRUNCATE es.events'],
] as const;

describe('the log is append only', () => {
  it.each(CHANGES)("refuses %s as the application's role", async (_, sql) => {
    const store = stores.open();
    const stream = freshStream();
    await store.append(stream, someEvents(2), 'no_stream');
    const before = await store.read(stream);
    const client = await stores.admin();
    await client.query(`SET ROLE ${EVENT_STORE_APP_ROLE}`);
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await store.read(stream)).toEqual(before);
  });

  // Proves I7-tamper-2
  it.each(CHANGES)('refuses %s as a superuser too', async (_, sql) => {
    const store = stores.open();
    const stream = freshStream();
    await store.append(stream, [anEvent()], 'no_stream');
    const client = await stores.admin();
    await expect(client.query(sql)).rejects.toThrow('Events are never changed');
    expect(await store.read(stream)).toHaveLength(1);
  });

  it.each([
    'DROP TABLE es.events',
    'ALTER TABLE es.events DISABLE TRIGGER ALL',
    'DROP TRIGGER events_are_never_changed ON es.events',
    'DROP SCHEMA es CASCADE',
    'SET session_replication_role = replica',
    'ALTER FUNCTION es.append_one RESET ALL',
    'CREATE TABLE es.mine (n int)',
    'INSERT INTO es.schema_version VALUES (99)',
  ])("refuses `%s` as the application's role", async (sql) => {
    const client = await stores.admin();
    await client.query(`SET ROLE ${EVENT_STORE_APP_ROLE}`);
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('grants that role SELECT and INSERT on events and no more', async () => {
    const client = await stores.admin();
    const { rows } = await client.query<{ privilege_type: string }>(
      `SELECT privilege_type FROM information_schema.role_table_grants
       WHERE table_schema = 'es' AND table_name = 'events' AND grantee = $1 ORDER BY 1`,
      [EVENT_STORE_APP_ROLE],
    );
    expect(rows.map((row) => row.privilege_type)).toEqual(['INSERT', 'SELECT']);
  });

  it('appends and reads under that role', async () => {
    const client = await stores.admin();
    await client.query(`REVOKE INSERT ON es.events FROM ${EVENT_STORE_APP_ROLE}`);
    const store = stores.open();
    await expect(store.append(freshStream(), [anEvent()], 'no_stream')).rejects.toThrow('permission denied');
    await client.query(`GRANT INSERT ON es.events TO ${EVENT_STORE_APP_ROLE}`);
    await client.query(`REVOKE SELECT ON es.events FROM ${EVENT_STORE_APP_ROLE}`);
    await expect(store.readAll(null)).rejects.toThrow('permission denied');
    await client.query(`GRANT SELECT ON es.events TO ${EVENT_STORE_APP_ROLE}`);
    await store.append(freshStream(), [anEvent()], 'no_stream');
  });
});
