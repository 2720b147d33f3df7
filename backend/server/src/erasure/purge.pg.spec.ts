import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../test/testDatabase.ts';
import { savedViewsOf } from '../savedViews/savedViews.ts';
import { purge } from './purge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const view = (name: string) => ({ resource: 'users', name, query: `?filter=${name}` });

it('leaves the views that an administrator saves at the same moment, but for those that name the person', async () => {
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
  const purging = purge(
    {
      pool,
      secret: Buffer.alloc(32),
      usernameHash: (username) => username,
      sessions: { destroyAllOf: async () => 0 },
      credentials: { remove: async () => undefined },
    },
    {
      userId: 'u1',
      erasedAccountIds: [],
      accountIds: [],
      contactIds: [],
      eventIds: [],
      emails: ['bo@example.com'],
      usernames: ['bygone'],
      names: ['Bo Gone'],
    },
  );
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
