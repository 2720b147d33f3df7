import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { anEvent, freshStream } from '../testing/events.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { migratePostgresEventStore } from './migrate.ts';
import { createPostgresEventStore } from './postgresEventStore.ts';
import { EVENT_STORE_APP_ROLE, MIGRATIONS } from './schema.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  undo.push(() => made.drop());
  return made;
}

async function query(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A login that owns the database but is not a superuser. */
async function ordinaryLogin({ connectionString }: TestDatabase, attributes: string): Promise<string> {
  const name = `login_${randomBytes(6).toString('hex')}`;
  const url = new URL(connectionString);
  await query(connectionString, `CREATE ROLE ${name} LOGIN PASSWORD 'secret' ${attributes}`);
  await query(connectionString, `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${name}`);
  undo.unshift(() => query(inject('postgresUrl'), `DROP ROLE ${name}`));
  url.username = name;
  url.password = 'secret';
  return url.href;
}

describe('migratePostgresEventStore', () => {
  it('creates the schema once', async () => {
    const { connectionString } = await database();
    const version = MIGRATIONS.length;
    const appRole = EVENT_STORE_APP_ROLE;
    expect(await migratePostgresEventStore(connectionString)).toEqual({ version, changed: true, appRole });
    expect(await migratePostgresEventStore(connectionString)).toEqual({ version, changed: false, appRole });
  });

  it('runs once when many start at once, in two databases of one server', async () => {
    const [one, two] = [await database(), await database()];
    const results = await Promise.all(
      [one, two, one, two, one, two, one, two].map((each) =>
        migratePostgresEventStore(each.connectionString),
      ),
    );
    expect(results.filter((result) => result.changed)).toHaveLength(2);
    for (const { connectionString } of [one, two]) {
      const store = createPostgresEventStore({ connectionString, role: EVENT_STORE_APP_ROLE });
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await store.close();
    }
  });

  it('keeps events', async () => {
    const { connectionString } = await database();
    await migratePostgresEventStore(connectionString);
    const store = createPostgresEventStore({ connectionString, role: EVENT_STORE_APP_ROLE });
    const stream = freshStream();
    await store.append(stream, [anEvent()], 'no_stream');
    const before = await store.read(stream);
    await migratePostgresEventStore(connectionString);
    expect(await store.read(stream)).toEqual(before);
    await store.close();
  });

  it.each([
    ['that may make roles', 'CREATEROLE'],
    ['that may not', ''],
  ])('works for a login %s, and keeps events from being changed', async (_, attributes) => {
    const made = await database();
    const connectionString = await ordinaryLogin(made, attributes);
    const { appRole } = await migratePostgresEventStore(connectionString);
    const store = createPostgresEventStore({ connectionString, role: appRole });
    const stream = freshStream();
    await store.append(stream, [anEvent()], 'no_stream');
    expect(await store.read(stream)).toHaveLength(1);
    await store.close();
    await expect(query(connectionString, 'DELETE FROM es.events')).rejects.toMatchObject({ code: '42501' });
    await expect(query(connectionString, 'TRUNCATE es.events')).rejects.toMatchObject({ code: '42501' });
  });

  it('refuses a database with another encoding than UTF-8', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const name = new URL(connectionString).pathname.slice(1);
    await drop();
    await query(
      inject('postgresUrl'),
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    undo.push(() => drop());
    await expect(migratePostgresEventStore(connectionString)).rejects.toThrow(
      'encoding is LATIN1; events need UTF8',
    );
  });

  it('is named in the error of a store without schema', async () => {
    const { connectionString } = await database();
    const store = createPostgresEventStore({ connectionString, role: null });
    await expect(store.append(freshStream(), [anEvent()], 'no_stream')).rejects.toThrow(
      'migratePostgresEventStore',
    );
    await expect(store.readAll(null)).rejects.toThrow('migratePostgresEventStore');
    await store.close();
  });
});
