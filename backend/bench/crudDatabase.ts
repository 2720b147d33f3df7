import { randomBytes } from 'node:crypto';
import { siteSchema } from '@portal/contract';
import pg from 'pg';
import type { Customer } from './customers.ts';
import type { Side } from './dealerCalls.ts';
import { HttpCaller } from './httpCaller.ts';

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  hardware: 'text[]',
  custom_reader_rate: 'float8',
  paid_amount: 'float8',
  is_promotional_pricing: 'boolean',
  is_active: 'boolean',
  panels_raised: 'boolean',
  paid_in_test_mode: 'boolean',
};

/**
 * Fills the database of the CRUD server with the customers' own sites, as the portal answers them.
 * @returns callers of that server, each signed in as the customer at its place
 */
export async function fillCrudDatabase(
  databaseUrl: string,
  url: string,
  customers: readonly Customer[],
): Promise<readonly HttpCaller[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const columns = Object.keys(siteSchema.shape);
  await client.query(`
      CREATE TABLE users (id text PRIMARY KEY, account_id text NOT NULL, email text NOT NULL, is_admin boolean NOT NULL,
        is_approved boolean NOT NULL);
      CREATE INDEX ON users (account_id);
      CREATE INDEX ON users (id) WHERE is_admin;
      CREATE TABLE sessions (token text PRIMARY KEY, user_id text NOT NULL, expires_at timestamptz NOT NULL);
      CREATE TABLE sites (${columns.map((name) => `${name} ${COLUMN_TYPES[name] ?? 'text'}`).join(', ')}, PRIMARY KEY (id));
      CREATE INDEX ON sites (account_id, created_at DESC);
      CREATE TABLE audit (id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), site_id text NOT NULL,
        user_id text NOT NULL, action text NOT NULL, before jsonb NOT NULL, after jsonb NOT NULL);
      CREATE INDEX ON audit (site_id);
      CREATE TABLE mails (id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), recipient text NOT NULL,
        kind text NOT NULL, data jsonb NOT NULL, sent_at timestamptz);
      INSERT INTO users VALUES ('admin', 'admin', 'admin@example.com', true, true);
    `);
  const callers: HttpCaller[] = [];
  for (const { caller, accountId } of customers) {
    const sites: Record<string, unknown>[] = JSON.parse((await caller.expect(200, 'GET', '/api/sites')).text);
    const userId = String(sites[0]?.user_id);
    const token = randomBytes(32).toString('hex');
    await client.query('INSERT INTO users VALUES ($1, $2, $3, false, true)', [
      userId,
      accountId,
      `${userId}@example.com`,
    ]);
    await client.query("INSERT INTO sessions VALUES ($1, $2, now() + interval '1 day')", [token, userId]);
    for (const site of sites) {
      const values = columns.map((name) => site[name]);
      await client.query(
        `INSERT INTO sites (${columns.join()}) VALUES (${columns.map((_, at) => `$${at + 1}`).join()})`,
        values,
      );
    }
    callers.push(new HttpCaller(url, `session=${token}`));
  }
  await client.query('ANALYZE');
  await client.end();
  return callers;
}

/** @throws Error where a change that was answered has no audit row, or a change of status too few mails */
export async function proveCrud(databaseUrl: string, { changes, statusChanges }: Side): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ audit: string; mails: string }>(
    'SELECT (SELECT count(*) FROM audit) AS audit, (SELECT count(*) FROM mails) AS mails',
  );
  await client.end();
  const { audit, mails } = rows[0] ?? {};
  if (Number(audit) !== changes) throw new Error(`${changes} changes, ${audit} audit rows.`);
  if (Number(mails) < 2 * statusChanges) {
    throw new Error(`${statusChanges} changes of status, ${mails} mails.`);
  }
}
