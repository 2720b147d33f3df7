import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RUN } from '../../../test/support/runProgram.ts';
import { withConnection } from '../database/openDatabase.ts';
import { prepare } from './binaries.ts';
import { runningOn } from './server.ts';
import { DataDirectoryInUse, type EmbeddedPostgres, startEmbeddedPostgres } from './startEmbeddedPostgres.ts';

const isRoot = process.getuid?.() === 0;

let folder: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'));
  await chmod(folder, 0o711);
  running = [];
  children = [];
  said = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const say = (message: string) => said.push(message);

async function start(options: { dataDir?: string; whenInUse?: 'share'; fallbackRoot?: string } = {}) {
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: { info: say, warn: say, error: say },
    ...options,
  });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown> {
  const { rows } = await withConnection(url, (client) => client.query<{ value: unknown }>(sql));
  return rows[0]?.value;
}

const pgData = () => join(folder, 'data', 'postgres', 'data');
const postmaster = async () => (await runningOn(pgData()))?.pid ?? 0;

/** Kills a portal with SIGKILL; its PostgreSQL keeps running. */
async function killedPortal(): Promise<string> {
  const program = new URL('../../../test/programs/holdEmbeddedPostgres.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [RUN, program, join(folder, 'data')]);
  children.push(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('\n')) break;
  }
  child.kill('SIGKILL');
  return output.trim();
}

describe('embedded PostgreSQL', () => {
  test('keeps data and address across starts; only the owner can read secrets, checksums are on', async () => {
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS value');
    expect(
      await query(first.superuserConnectionString, "SELECT current_setting('data_checksums') AS value"),
    ).toBe('on');
    expect(await query(first.connectionString, "SELECT current_setting('synchronous_commit') AS value")).toBe(
      'on',
    );
    expect(
      await query(
        first.connectionString,
        'SELECT rolsuper AS value FROM pg_roles WHERE rolname = current_user',
      ),
    ).toBe(false);
    expect((await stat(join(folder, 'data', 'postgres', 'passwords.json'))).mode & 0o777).toBe(0o600);
    // only the superuser may read it
    expect(
      await query(first.superuserConnectionString, "SELECT current_setting('data_directory') AS value"),
    ).toBe(first.dataFolder);
    await first.stop();
    expect(await readdir(pgData())).not.toContain('postmaster.pid');

    const second = await start();
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'SELECT value FROM kept')).toBe(7);
    expect(await readdir(join(folder, 'data'))).toEqual(['postgres']);
  });

  test('takes over the server that a killed portal left running', async () => {
    const url = await killedPortal();
    const left = await postmaster();
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS value');

    const next = await start();
    expect(await postmaster()).toBe(left);
    expect(next.connectionString).toBe(url);
    expect(await query(next.connectionString, 'SELECT value FROM kept')).toBe(7);
    await next.stop();
    expect(await readdir(pgData())).not.toContain('postmaster.pid');
  });

  test('starts in a folder whose name a shell would change', async () => {
    const server = await start({ dataDir: join(folder, `it's $HOME "and" \`id\` \\ more`) });
    expect(await query(server.connectionString, 'SELECT 7 AS value')).toBe(7);
  });

  test('starts if the pid in an old postmaster.pid now belongs to another program', async () => {
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS value');
    const left = await readFile(join(pgData(), 'postmaster.pid'), 'utf8');
    await first.stop();
    const owner = await stat(pgData());
    const other = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid });
    children.push(other);
    await writeFile(join(pgData(), 'postmaster.pid'), left.replace(/^\d+/, String(other.pid)));

    const second = await start();
    expect(await query(second.connectionString, 'SELECT value FROM kept')).toBe(7);
    expect(other.exitCode).toBeNull();
  });

  test('is restarted at the same address if PostgreSQL is killed', async () => {
    const server = await start();
    await query(server.connectionString, 'CREATE TABLE kept AS SELECT 7 AS value');
    const before = await postmaster();
    process.kill(before, 'SIGKILL');
    let value: unknown;
    for (let attempt = 0; attempt < 200 && value === undefined; attempt += 1) {
      await sleep(50);
      if ((await postmaster()) === before) continue;
      value = await query(server.connectionString, 'SELECT value FROM kept').catch(() => undefined);
    }
    expect(value).toBe(7);
    await server.stop();
    expect(await readdir(pgData())).not.toContain('postmaster.pid');
  });

  test('refuses a second portal on the same DATA_DIR, or shares the server on request', async () => {
    const first = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirectoryInUse);
    expect(String(refusal)).toContain(`is in use by portal ${process.pid}. Stop it, choose another DATA_DIR`);

    const guest = await start({ whenInUse: 'share' });
    expect(guest.connectionString).toBe(first.connectionString);
    await guest.stop();
    expect(await query(first.connectionString, 'SELECT 1 AS value')).toBe(1);
  });

  test('lets one of two concurrent first starts win, refuses the other, and leaves no partial data', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toBeInstanceOf(
      DataDirectoryInUse,
    );
    expect(await query(running[0]?.connectionString ?? '', 'SELECT 1 AS value')).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['postgres']);
  });

  test('refuses a data folder of a newer major version in one line', async () => {
    await (await start()).stop();
    await writeFile(join(pgData(), 'PG_VERSION'), '99\n');
    const refusal = await start().then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    expect(refusal).toMatch(
      /^The data folder .* is of PostgreSQL 99, newer than the PostgreSQL 18 installed here: [^\n]+$/,
    );
  });

  test.runIf(isRoot)('as root, keeps the data elsewhere if PostgreSQL can not enter DATA_DIR', async () => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const options = { dataDir: join(home, 'data'), fallbackRoot: join(folder, 'elsewhere') };
    const first = await start(options);
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    expect(said.join('\n')).toContain(`is closed to the user PostgreSQL runs as`);
    expect(await readlink(join(home, 'data', 'postgres'))).toContain(join(folder, 'elsewhere'));
    expect((await stat(home)).mode & 0o777).toBe(0o700);

    const second = await start(options);
    expect(await query(second.connectionString, 'SELECT value FROM kept')).toBe(7);
  });
});

test('an install without scripts gets its library links and executable bits', async () => {
  const native = join(folder, 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await mkdir(join(native, 'lib'));
  for (const program of ['initdb', 'pg_ctl', 'postgres'])
    await writeFile(join(native, 'bin', program), '', { mode: 0o644 });
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));

  await prepare(native);
  await prepare(native);
  expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  expect((await stat(join(native, 'bin', 'postgres'))).mode & 0o111).toBe(0o111);
});
