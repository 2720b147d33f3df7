import { randomBytes } from 'node:crypto';
import { migratePostgresEventStore } from '@portal/event-store';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { untilReachable } from '../src/app/startup/untilReachable.ts';
import { withConnection } from '../src/platform/database/openDatabase.ts';
import { openEventStore } from '../src/platform/eventStore/openEventStore.ts';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const WARNING = 'could change or delete events';
const login = `spec_login_${randomBytes(6).toString('hex')}`;

let database: TestDatabase;
let lesserUrl: string;

const asSuperuser = (sql: string, url = inject('postgresUrl')) =>
  withConnection(url, (client) => client.query(sql));

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  const url = new URL(database.connectionString);
  await asSuperuser(
    `CREATE ROLE ${login} LOGIN PASSWORD 'secret';
     GRANT ALL ON DATABASE ${url.pathname.slice(1)} TO ${login};
     GRANT ALL ON SCHEMA public TO ${login}`,
    database.connectionString,
  );
  [url.username, url.password] = [login, 'secret'];
  lesserUrl = url.href;
});
afterAll(async () => {
  await database.close();
  await asSuperuser(`DROP ROLE ${login}`);
});

async function onPortal(
  environment: Readonly<Record<string, string>>,
  work: (portal: TestPortal) => Promise<unknown>,
): Promise<void> {
  const portal = await startTestPortal({}, { database, environment });
  try {
    await work(portal);
  } finally {
    await portal.stop();
  }
}

// Proves X-1b
it('the portal runs with a login that does not own the log, at first with an owner login, then without', async () => {
  for (const [username, environment] of [
    ['ann', { DATABASE_URL: lesserUrl, DATABASE_OWNER_URL: database.connectionString }],
    ['bob', { DATABASE_URL: lesserUrl }],
  ] as const) {
    await onPortal(environment, async (portal) => {
      expect((await portal.client().post('/api/register', registration(username))).status).toBe(201);
      const { pool } = portal.portal.database;
      await expect(pool.query('ALTER TABLE es.events DISABLE TRIGGER ALL')).rejects.toMatchObject({
        code: '42501',
      });
      expect(portal.logLines.filter((line) => line.includes(WARNING))).toEqual([]);
    });
  }
});

it('a login without access to the log gets an error that names the setting', async () => {
  const stranger = `${login}_stranger`;
  await asSuperuser(`CREATE ROLE ${stranger} LOGIN PASSWORD 'secret'`);
  const url = new URL(database.connectionString);
  [url.username, url.password] = [stranger, 'secret'];
  try {
    await expect(migratePostgresEventStore(url.href)).rejects.toThrow('set DATABASE_OWNER_URL');
  } finally {
    await asSuperuser(`DROP ROLE ${stranger}`);
  }
});

// Proves X-1b
it('the start warns in one line of a login that could change events', async () => {
  const own = await testDatabase({ empty: true });
  const portal = await startTestPortal({}, { database: own });
  expect(portal.logLines.filter((line) => line.includes(WARNING))).toHaveLength(1);
  await portal.stop();
  await own.close();
});

// Proves I8-start-1
it('an unreachable server of the owner login is reported with its setting', async () => {
  const databaseUrl = database.connectionString;
  const databaseOwnerUrl = 'postgres://owner:secret@127.0.0.1:1/portal';
  const log = pino({ level: 'silent' });
  const open = () => openEventStore({ eventStoreUrl: null, databaseUrl, ownerUrl: databaseOwnerUrl, log });
  const started = untilReachable(open, {
    undo: async () => {},
    isOver: () => false,
    settings: { databaseUrl, databaseOwnerUrl, eventStoreUrl: null },
    log,
    forMs: 0,
  });
  await expect(started).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1 \(DATABASE_OWNER_URL\) is unreachable: /,
  );
});
