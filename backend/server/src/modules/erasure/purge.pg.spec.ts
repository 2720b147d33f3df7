import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { sealedAnswers } from '../../platform/http/idempotency.ts';
import { savedViewsOf } from '../users/savedViews.ts';
import { clearFiles } from './clearFiles.ts';
import { purge, purgeAnswers } from './purge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const view = (name: string) => ({ resource: 'users', name, query: `?filter=${name}` });

it('keeps views saved concurrently, except those that name the person', async () => {
  const { pool } = database;
  await pool.query("INSERT INTO credentials (user_id, auth_epoch, changed_at) VALUES ('admin', 1, now())");
  await pool.query('INSERT INTO saved_views (user_id, views) VALUES ($1, $2)', [
    'admin',
    JSON.stringify([view('Bo Gone')]),
  ]);
  const saving = await pool.connect();
  await saving.query('BEGIN');
  await saving.query('UPDATE saved_views SET views = $1', [
    JSON.stringify([view('Bo Gone'), view('Overdue')]),
  ]);
  const purging = purge(portsOn(pool), person);
  await eventually(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  await saving.query('COMMIT');
  saving.release();
  await purging;
  expect((await savedViewsOf(pool, 'admin')).map(({ name }) => name)).toEqual(['Overdue']);
});

const person = {
  userId: 'u1',
  erasedAccountIds: [],
  contactIds: ['c1'],
  eventIds: [],
  emails: ['bo@example.com'],
  otherUserIds: [],
  usernames: ['bygone'],
  names: ['Bo Gone'],
};
const portsOn = (pool: TestDatabase['pool']) => ({
  pool,
  secret: Buffer.alloc(32),
  commands: { usernameHash: (username: string) => username, credentials: { remove: async () => undefined } },
  sessions: { destroyAllOf: async () => 0 },
});

// Proves X-1c
it("deletes the person's reset requests only", async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO password_reset_requests (id, email, requested_at)
     SELECT gen_random_uuid(), email, now() FROM unnest($1::text[]) AS asked (email)`,
    [['Bo@Example.com', 'al@example.com']],
  );
  await purge(portsOn(database.pool), person);
  const { rows } = await pool.query('SELECT email FROM password_reset_requests');
  expect(rows).toEqual([{ email: 'al@example.com' }]);
});

it('deletes stored responses about the person’s contact messages, also those that name nobody', async () => {
  const { pool } = database;
  const answers = sealedAnswers(Buffer.alloc(32));
  const keep = async (key: string, text: string) =>
    pool.query(
      `INSERT INTO commands (key, actor, body_hash, command_id, command_time, leased_until, status, answer)
       VALUES ($1, 'admin', '', gen_random_uuid(), '', now(), 200, $2)`,
      [key, answers.seal({ key, actor: 'admin' }, text)],
    );
  await keep('theirs', '{"body":{"id":"c1","status":"answered"}}');
  await keep('others', '{"body":{"id":"c2","status":"answered"}}');
  await purgeAnswers(portsOn(database.pool), person);
  const { rows } = await pool.query('SELECT key, status FROM commands ORDER BY key');
  expect(rows).toEqual([
    { key: 'others', status: 200 },
    { key: 'theirs', status: 409 },
  ]);
});

it('leaves clearing files to the next portal if stopped', async () => {
  const log = pino({ level: 'silent' });
  const clearing = clearFiles(
    { pool: database.pool, log },
    { waitMs: 0, signal: AbortSignal.abort(new Error('stopped')) },
  );
  await expect(clearing).rejects.toThrow('stopped');
});
