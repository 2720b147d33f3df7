import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from './support/ownPostgres.ts';
import { adminAt } from './support/people.ts';
import { registration } from './support/testPortal.ts';

/** A portal with a PostgreSQL of its own, whose files can be read. */
let started: PortalWithPostgres;
beforeAll(async () => {
  started = await startPortalWithPostgres();
}, 120_000);
afterAll(() => started.close());

/** The files of PostgreSQL, its write-ahead log included, in which these bytes stand. */
async function filesWith(bytes: Buffer): Promise<readonly string[]> {
  await started.database.pool.query('CHECKPOINT');
  const folder = path.join(started.dataDir, 'postgres', 'data');
  const found: string[] = [];
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const name = path.join(file.parentPath, file.name);
    // removed between the list and the reading
    const content = await readFile(name).catch(() => Buffer.alloc(0));
    if (content.includes(bytes)) found.push(path.relative(folder, name));
  }
  return found;
}

// Proves X-1d
it("an erasure removes the key from PostgreSQL's files, and soon all readable data", async () => {
  const { url } = started.portal;
  const admin = await adminAt(url);
  const { status, json } = await new HttpClient(url).post(
    paths.register,
    registration('zqxvfile', { name: 'Zqxv Filed', company: 'Zqxv Files', email: 'zqxv@filed.example' }),
  );
  expect(status).toBe(201);
  // as years of changes and the planner's statistics leave it
  for (const city of ['Troy', 'Albany', 'Utica'])
    expect((await admin.patch(paths.admin.user(json.id), { username: 'zqxvfile', city })).status).toBe(200);
  const { pool } = started.database;
  await pool.query('ANALYZE');
  const { rows } = await pool.query<{ wrapped: Buffer }>(
    'SELECT wrapped FROM personal_keys WHERE subject = ANY($1) ORDER BY subject',
    [[`account-${json.account_id}`, `user-${json.id}`]],
  );
  expect(rows).toHaveLength(2);
  const keys = rows.map(({ wrapped }) => wrapped);
  for (const bytes of [...keys, Buffer.from('zqxv@filed.example'), Buffer.from('Zqxv Filed')]) {
    const files = await filesWith(bytes);
    expect(files.filter((name) => name.startsWith('base/'))).not.toEqual([]);
    expect(files.filter((name) => name.startsWith('pg_wal/'))).not.toEqual([]);
  }
  expect((await admin.delete(`${paths.admin.user(json.id)}?erase=true`)).status).toBe(200);
  for (const bytes of keys) expect(await filesWith(bytes)).toEqual([]);
  await eventually(async () => {
    for (const text of ['zqxv@filed.example', 'Zqxv Filed', 'Zqxv Files', 'zqxvfile'])
      if ((await filesWith(Buffer.from(text))).length > 0) return false;
    return true;
  }, 90);
}, 240_000);
