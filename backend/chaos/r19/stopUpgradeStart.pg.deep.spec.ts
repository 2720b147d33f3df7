import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scenario } from '@portal/event-store/testing';
import { commandLine } from '@portal/server/test/support/commandLine.ts';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from '@portal/server/test/support/ownPostgres.ts';
import { startPortal } from '@portal/server/test/support/portalChild.ts';
import { PORTAL_SETTINGS } from '@portal/server/test/support/stage.ts';
import { ADMIN } from '@portal/server/test/support/testPortal.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltRelease, buildRelease } from '../support/earlierReleases.ts';
import { logOfCommands } from '../support/logOfCommands.ts';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';

const R19 = scenario('R19');
const FIRST = '0.1.0';
const BUILT_WITHIN_MS = 900_000;

let first: BuiltRelease | string;
let home: string;
const children: ChildProcess[] = [];
let upgraded: PortalWithPostgres | undefined;
beforeAll(async () => {
  first = await buildRelease(FIRST);
  home = await mkdtemp(path.join(tmpdir(), 'portal-chaos-'));
  // PostgreSQL's user passes through
  await chmod(home, 0o711);
}, BUILT_WITHIN_MS);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await upgraded?.close();
  await rm(home, { recursive: true, force: true });
  if (typeof first !== 'string') await first.remove();
}, BUILT_WITHIN_MS);

/** Runs a program of release 0.1.0 on the data folder. */
function runFirst(folder: string, program: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join('backend/server/src', program)], {
    cwd: folder,
    env: { ...process.env, ...PORTAL_SETTINGS, DATA_DIR: path.join(home, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('The portal is ready at')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => reject(new Error(`Release ${FIRST} ended with ${code}: ${said}`)));
  });
  return { child, ended, ready };
}

/** Connection string of the embedded PostgreSQL. */
async function embeddedLogin(): Promise<string> {
  const read = (name: string) => readFile(path.join(home, 'data/postgres', name), 'utf8');
  const { portal } = JSON.parse(await read('passwords.json'));
  return `postgres://portal:${portal}@127.0.0.1:${(await read('port')).trim()}/portal`;
}

// Proves I8-R19
it('reads all data of release 0.1.0 after a stop, does not start beside it, and 0.1.0 does not start again', async ({
  skip,
}) => {
  if (typeof first === 'string') return skip(first);
  const { folder } = first;
  // 18 months of orders, payments and invoices
  const demo = runFirst(folder, 'demo/main.ts');
  await demo.ready;
  const beside = startPortal({
    ...PORTAL_SETTINGS,
    DATA_DIR: path.join(home, 'beside'),
    DATABASE_URL: await embeddedLogin(),
  });
  await expect(beside).rejects.toThrow(`A portal of release ${FIRST} is running on this database`);
  demo.child.kill('SIGTERM');
  await demo.ended;

  upgraded = await startPortalWithPostgres(path.join(home, 'data'));
  const { database, portal, login } = upgraded;
  const { events, gaps } = await logOfCommands(upgraded);
  const { rows } = await database.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM es.events WHERE type <> 'LogSealed'",
  );
  expect([events, gaps]).toEqual([rows[0]?.n, []]);

  const admin = new HttpClient(portal.url);
  const { password } = JSON.parse(await readFile(path.join(home, 'data/demo.json'), 'utf8'));
  expect((await admin.post('/api/login', { username: ADMIN.username, password })).status).toBe(200);
  const invoices = (await admin.get('/api/admin/invoices?_start=0&_end=1000')).json;
  expect(invoices.length).toBeGreaterThan(100);
  for (const { id } of invoices) {
    const { status, json } = await admin.get(`/api/admin/invoices/${id}/replay`);
    expect([id, status, json.equal]).toEqual([id, 200, true]);
  }

  expect((await database.pool.query('SELECT FROM projection_parked')).rowCount).toBe(0);
  await readModelsEqualRebuild(upgraded, 30);
  const verify = commandLine('audit', ['verify'], {
    ...PORTAL_SETTINGS,
    DATA_DIR: path.join(home, 'beside'),
    DATABASE_URL: login,
  });
  expect(await verify.ended).toMatchObject({ code: 0 });

  portal.signal('SIGTERM');
  expect(await portal.ended).toBe(0);
  const again = runFirst(folder, 'main.ts');
  await expect(again.ready).rejects.toThrow(
    `The data is of a later release. Release ${FIRST} does not start here`,
  );
  expect(await again.ended).toBe(1);

  R19.did(events, `events of release ${FIRST} read`);
  R19.did(invoices.length, 'of its invoices replayed');
}, 600_000);
