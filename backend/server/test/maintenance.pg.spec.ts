import type { Maintenance } from '@portal/contract';
import { logSealStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');
let portal: TestPortal;
let admin: HttpClient;
let dealer: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal({ now: () => NOW });
  admin = await portal.admin();
  dealer = (await portal.dealer('northgate')).client;
  for (const site_name of ['Pier', 'Yard', 'Quay']) await dealer.post('/api/sites', siteOrder({ site_name }));
});
afterAll(() => portal.stop());

const WAIT = { timeout: 15_000, interval: 50 };
const PATH = '/api/admin/upkeep';
const overview = async (): Promise<Maintenance> => (await admin.get(PATH)).json;
/** The newest task, once it has ended. */
const ended = (kind: string) =>
  vi.waitFor(async () => {
    const task = (await overview()).tasks.find((one) => one.kind === kind);
    expect(task?.finished_at).toEqual(expect.any(String));
    return task;
  }, WAIT);

/** Changes a stored event as no portal could: a superuser who leaves the triggers aside. */
async function tamper(from: string, to: string): Promise<void> {
  const client = await portal.portal.database.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rowCount } = await client.query(
      "UPDATE es.events SET data = replace(data, $1, $2) WHERE type = 'SiteRequested' AND data LIKE '%Yard%'",
      [from, to],
    );
    expect(rowCount).toBe(1);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

describe('verifying the log', () => {
  it('succeeds, with progress and speed', async () => {
    expect((await admin.post(`${PATH}/verify`)).status).toBe(202);
    const task = await ended('verify');
    expect(task).toMatchObject({ ok: true, findings: [], subject: '' });
    expect(task?.done).toBe(task?.total);
    expect(task?.done).toBeGreaterThan(5);
    expect((await overview()).log).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  // Proves I7-tamper-1
  it('names an event with a changed byte', async () => {
    await tamper('"readers":12', '"readers":13');
    await admin.post(`${PATH}/verify`);
    const task = await ended('verify');
    expect(task?.ok).toBe(false);
    expect(task?.findings).toHaveLength(1);
    expect(task?.findings[0]).toMatch(/SiteRequested, site-.*is not as it was recorded/);
    await tamper('"readers":13', '"readers":12');
  });
});

describe('the seal of the day', () => {
  // Proves I7-tamper-1
  it('is set once, and compares given hashes', async () => {
    await portal.portal.tick();
    await portal.portal.tick();
    const { rows } = await portal.portal.database.pool.query('SELECT data FROM es.events WHERE stream = $1', [
      logSealStream('2026-12-20'),
    ]);
    expect(rows).toHaveLength(1);
    await admin.post(`${PATH}/verify`);
    expect(await ended('verify')).toMatchObject({ ok: true });
    const { sealedOn, seq, hash } = JSON.parse(rows[0].data);
    expect((await overview()).seal).toEqual({ day: sealedOn, seq, hash });
  });
});

// Proves I7-tamper-3
it('reports a truncated log if a follower is ahead of it', async () => {
  const { pool } = portal.portal.database;
  const follower = 'a follower made by the test';
  await pool.query(`INSERT INTO process_checkpoints (process, position) VALUES ($1, repeat('9', 20))`, [
    follower,
  ]);
  await admin.post(`${PATH}/verify`);
  const task = await ended('verify');
  expect(task?.ok).toBe(false);
  expect(task?.findings).toEqual([
    expect.stringMatching(/^The end of the log was cut off: process_checkpoints.position is at position/),
  ]);
  await pool.query('DELETE FROM process_checkpoints WHERE process = $1', [follower]);
});

describe('read models', () => {
  it('are listed with owner and position', async () => {
    const { projections } = await overview();
    const names = projections.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['users', 'dealerSites', 'logIndex', 'siteActivity']));
    expect(projections.find(({ name }) => name === 'logIndex')).toMatchObject({ can_rebuild: false });
    expect(projections.every(({ parked }) => parked.length === 0)).toBe(true);
  });

  // Proves I7-tools
  it('are rebuilt beside the live table while requests continue', async () => {
    const before = (await dealer.get('/api/sites')).json;
    expect(before).toHaveLength(3);
    expect((await admin.post(`${PATH}/rebuild`, { projection: 'dealerSites' })).status).toBe(202);
    const seen: number[] = [];
    await vi.waitFor(async () => {
      const { status, json } = await dealer.get('/api/sites');
      seen.push(status);
      expect(json).toEqual(before);
      const task = (await overview()).tasks.find(({ kind }) => kind === 'rebuild');
      expect(task).toMatchObject({ ok: true, subject: 'dealerSites', findings: [] });
    }, WAIT);
    expect(new Set(seen)).toEqual(new Set([200]));
  });

  // Proves I7-R8, I7-tools
  it('are unparked once the event can be read again', async () => {
    const { pool } = portal.portal.database;
    const site = (await dealer.get('/api/sites')).json[0];
    await pool.query(
      `INSERT INTO projection_parked (projection, version, generation, key, event_id, stream, stream_revision, position, reason)
       SELECT projection, version, generation, $1, gen_random_uuid(), 'site-x', 0, checkpoint, 'made by the test'
       FROM projection_generations WHERE projection = 'siteActivity' AND state = 'live'`,
      [site.account_id],
    );
    const parked = (await overview()).projections.find(({ name }) => name === 'siteActivity')?.parked;
    expect(parked).toMatchObject([{ key: site.account_id, reason: 'made by the test' }]);
    const freed = await admin.post(`${PATH}/unpark`, {
      projection: 'siteActivity',
      key: site.account_id,
    });
    expect(freed.status).toBe(200);
    expect(
      freed.json.projections.find(({ name }: { name: string }) => name === 'siteActivity').parked,
    ).toEqual([]);
  });

  it('refuse unknown names, the log index, and everybody but administrators', async () => {
    expect((await admin.post(`${PATH}/rebuild`, { projection: 'nothing' })).status).toBe(404);
    expect((await admin.post(`${PATH}/rebuild`, { projection: 'logIndex' })).status).toBe(422);
    expect((await admin.post(`${PATH}/rebuild`, {})).status).toBe(400);
    expect((await admin.post(`${PATH}/unpark`, { projection: 'nothing', key: 'a' })).status).toBe(404);
    for (const path of [PATH, `${PATH}/verify`]) expect((await dealer.get(path)).status, path).not.toBe(200);
    expect((await dealer.post(`${PATH}/verify`)).status).toBe(403);
  });
});

// Proves I7-tools
it('runs one verification at a time, and replaces one whose process died', async () => {
  const { pool } = portal.portal.database;
  const insert = (age: string) =>
    pool.query(
      `INSERT INTO upkeep_tasks (id, kind, subject, started_by, started_at, touched_at, done, total, findings)
       VALUES (gen_random_uuid(), 'verify', '', 'x', now() + interval '1 hour', now() - interval '${age}', 1, 2, '[]')`,
    );
  await insert('1 second');
  expect((await admin.post(`${PATH}/verify`)).status).toBe(409);
  await pool.query("DELETE FROM upkeep_tasks WHERE started_by = 'x'");
  await insert('10 minutes');
  expect((await admin.post(`${PATH}/verify`)).status).toBe(202);
  const dead = (await overview()).tasks.find(({ done }) => done === 1);
  expect(dead).toMatchObject({ ok: false, findings: ['It was interrupted.'] });
});
