import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import { adminAt } from './support/people.ts';
import { openStage, type Stage } from './support/stage.ts';
import { registration } from './support/testPortal.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close(), 60_000);

const countOf = async (type: string) => {
  const { rows } = await stage.database.pool.query('SELECT FROM es.events WHERE type = $1', [type]);
  return rows.length;
};
/** Subjects of the dealer whose keys can still open something. */
const keysOf = async (ids: readonly string[]) => {
  const { rows } = await stage.database.pool.query<{ subject: string }>(
    'SELECT subject FROM personal_keys WHERE wrapped IS NOT NULL AND subject = ANY($1) ORDER BY subject',
    [ids],
  );
  return rows.map(({ subject }) => subject);
};

// Proves I8-erase-4
it('the next portal completes an erasure whose portal was killed before deleting the keys', async () => {
  const { database } = stage;
  const portal = await stage.startPortal();
  const { url } = portal;
  const admin = await adminAt(url);
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
  await holding.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  await holding.query('SELECT FROM personal_keys WHERE subject = $1 FOR UPDATE', [`user-${id}`]);
  const lost = admin.delete(`${paths.admin.user(id)}?erase=true`).catch(() => null);
  await eventually(async () => (await countOf('PersonalDataErased')) === 1, 30);
  await portal.kill();
  await lost;
  // else the statement that waits would still destroy the key
  await stage.endSessions();
  await holding.query('ROLLBACK');
  holding.release();
  expect(await keysOf(subjects)).toEqual(subjects);
  expect(await countOf('CompanyDataErased')).toBe(0);

  const { url: next } = await stage.startPortal();
  await eventually(async () => (await countOf('CompanyDataErased')) === 1, 60);
  expect(await keysOf(subjects)).toEqual([]);
  const again = await adminAt(next);
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
}, 180_000);
