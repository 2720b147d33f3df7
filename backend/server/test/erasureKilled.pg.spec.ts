import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalChild, startPortal } from '../chaos/support/portalChild.ts';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import { ADMIN, registration } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let dataDir: string;
let portal: PortalChild | null = null;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-erasure-'));
});
afterAll(async () => {
  await kill();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the portal in a process of its own. @returns its address */
async function start(): Promise<string> {
  portal = await startPortal({
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
  });
  return portal.url;
}

async function kill(): Promise<void> {
  await portal?.kill();
  portal = null;
}

async function adminOf(url: string): Promise<HttpClient> {
  const admin = new HttpClient(url);
  expect((await admin.post(paths.login, { username: ADMIN.username, password: ADMIN.password })).status).toBe(
    200,
  );
  return admin;
}

const countOf = async (type: string) => {
  const { rows } = await database.pool.query('SELECT FROM es.events WHERE type = $1', [type]);
  return rows.length;
};
/** Subjects of the dealer whose keys can still open something. */
const keysOf = async (ids: readonly string[]) => {
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM personal_keys WHERE wrapped IS NOT NULL AND subject = ANY($1) ORDER BY subject',
    [ids],
  );
  return rows.map(({ subject }) => subject);
};
/** Ends every session of the database that waits for a lock. @returns how many there were */
const endWaiting = async () => {
  const { rowCount } = await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount;
};

it('a portal killed between the event of an erasure and the keys leaves it to the next one, which completes it', async () => {
  const url = await start();
  const admin = await adminOf(url);
  const dealer = await new HttpClient(url).post(
    paths.register,
    registration('zqxvkilled', { name: 'Zqxv Name', company: 'Zqxv Company', email: 'zqxv@zqxv.example' }),
  );
  expect(dealer.status).toBe(201);
  const { id, account_id: accountId } = dealer.json;
  const subjects = [`account-${accountId}`, `user-${id}`];
  expect(await keysOf(subjects)).toEqual(subjects);

  // whoever destroys the user's key waits here
  const holding = await database.pool.connect();
  await holding.query('BEGIN');
  await holding.query('SELECT FROM personal_keys WHERE subject = $1 FOR UPDATE', [`user-${id}`]);
  const lost = admin.delete(`${paths.admin.user(id)}?erase=true`).catch(() => null);
  await eventually(async () => (await countOf('PersonalDataErased')) === 1, 30);
  await kill();
  await lost;
  // PostgreSQL does not notice that a waiting statement's client is gone: it would still destroy the key
  await eventually(async () => (await endWaiting()) === 0, 30);
  await holding.query('ROLLBACK');
  holding.release();
  expect(await keysOf(subjects)).toEqual(subjects);
  expect(await countOf('CompanyDataErased')).toBe(0);

  const next = await start();
  await eventually(async () => (await countOf('CompanyDataErased')) === 1, 60);
  expect(await keysOf(subjects)).toEqual([]);
  const again = await adminOf(next);
  const company = await eventually(async () => {
    const answered = await again.get(paths.admin.account(accountId));
    return answered.json.company_name === 'erased' && answered;
  }, 30);
  expect(company.text).not.toMatch(/zqxv/i);
  expect((await again.get(paths.admin.userErasure(id))).json).toMatchObject({
    is_erased: true,
    username: null,
  });
  const { rows } = await database.pool.query<{ row: string }>('SELECT o::text AS row FROM mail_outbox o');
  expect(JSON.stringify(rows)).not.toMatch(/zqxv/i);
  // and told once
  expect([await countOf('PersonalDataErased'), await countOf('UserDeleted')]).toEqual([1, 1]);
  await kill();
}, 180_000);
