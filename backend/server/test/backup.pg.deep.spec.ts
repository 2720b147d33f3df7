import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { paths } from '@portal/contract';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, openInstallation } from '../src/app/compose.ts';
import { createBackup } from '../src/app/installation/createBackup.ts';
import { erasedUsers } from '../src/app/installation/erasures.ts';
import { keyForRestore, sealKey } from '../src/app/installation/keyForRestore.ts';
import { type CheckedBackup, checkBackup } from '../src/app/installation/readBackup.ts';
import { restoreBackup } from '../src/app/installation/restoreBackup.ts';
import { createLogger } from '../src/platform/http/logger.ts';
import {
  expectProved,
  HISTORY_FROM,
  HISTORY_TO,
  makeBilledHistory,
  readModelRows,
} from './support/billedHistory.ts';
import { type BillingPortal, startBillingPortal } from './support/billingPortal.ts';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { emptyEventStoreDb } from './support/emptyEventStoreDb.ts';
import { eventually } from './support/eventually.ts';
import { PASSWORD, startTestPortal, type TestPortal, testSettings } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const PASSPHRASE = 'a passphrase of some length';

let database: TestDatabase;
let folder: string;
let file: string;
let test: BillingPortal;
let invoices: readonly string[];
let rows: Awaited<ReturnType<typeof readModelRows>>;
let secret: string;
let erasedUser: string;
let note: string;
const CHECK = Buffer.concat([Buffer.from('%PDF-1.4'), randomBytes(2_000_000)]);
const open: (() => Promise<unknown>)[] = [];

/** `npm run backup` on the portal's installation. */
const backup = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  commandLine('backup', parameters, { ...environmentOf(test.settings), ...environment }).ended;

/** What lies outside the log and has to come back as it was. */
const KEPT = [
  'personal_keys',
  'credentials',
  'second_factors',
  'second_factor_recovery_codes',
  'portal_settings',
  'saved_views',
  'mail_outbox',
  'commands',
  'provider_events',
  'note_files',
] as const;
async function keptRows({
  pool,
}: Pick<TestDatabase, 'pool'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const all = KEPT.map(async (table) => {
    const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    return [table, found.rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}
/** Notifications go on behind the last event that was saved: what is done from then on is mailed. */
async function expectMailed(other: TestDatabase): Promise<void> {
  const saved = kept.mail_outbox?.length ?? 0;
  await eventually(async () => ((await keptRows(other)).mail_outbox?.length ?? 0) > saved, 30);
}
let kept: Awaited<ReturnType<typeof keptRows>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-backup-'));
  file = path.join(folder, 'monday.backup');
  database = await testDatabase({ empty: true });
  test = await startBillingPortal(HISTORY_FROM, {
    database,
    environment: { PORTAL_ROLES: 'api,projections,reactions' },
  });
  invoices = await makeBilledHistory(test, 4);
  const { client } = await test.dealer('guarded');
  const made = await client.post('/api/second-factor/setup', { currentPassword: PASSWORD });
  secret = made.json.secret;
  expect((await client.post('/api/second-factor/confirm', { code: codeOf(HISTORY_TO) })).status).toBe(200);
  const admin = await test.admin();
  erasedUser = (await test.dealer('gone')).user.id;
  expect((await admin.send('DELETE', `/api/admin/users/${erasedUser}?erase=true`, {})).status).toBe(200);
  // what an erasure leads to may be left to its follower
  await eventually(async () => (await test.stored('CompanyDataErased')).length > 0, 60);
  expect((await admin.patch('/api/admin/portal-settings', { remind_days_before_due: 5 })).status).toBe(200);
  const about = { about: 'company', about_id: (await test.dealer('noted')).user.account_id };
  note = (await admin.post(paths.admin.notes, { ...about, text: 'Pays by check' })).json.id;
  const upload = { raw: CHECK, headers: { 'Content-Type': 'application/pdf' } };
  const added = await admin.send('POST', `${paths.admin.noteFiles(note)}?name=check.pdf`, upload);
  expect(added.status).toBe(201);
  await test.portal.projections.caughtUp();
  rows = await readModelRows(test);
}, 120_000);
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await test.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const codeOf = (instant: string) => new TOTP({ secret }).generate({ timestamp: Date.parse(instant) });

async function empty(): Promise<TestDatabase> {
  const other = await testDatabase({ empty: true });
  open.push(() => other.close());
  return other;
}
async function startOn(
  other: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestPortal> {
  const restored = await startTestPortal(
    { now: () => new Date(HISTORY_TO) },
    { database: other, environment: { PORTAL_ROLES: 'api,projections,reactions', ...environment } },
  );
  open.push(() => restored.stop());
  await restored.portal.projections.caughtUp();
  return restored;
}
async function installationOf(other: TestDatabase, eventStoreUrl = ''): Promise<Installation> {
  const settings = testSettings({ DATABASE_URL: other.connectionString, EVENTSTORE_URL: eventStoreUrl });
  const installation = await openInstallation(settings, createLogger('error', process.stderr));
  open.push(() => installation.close());
  return installation;
}
/** As the command line does, with the settings of {@link database}. */
const save = async (to: string) =>
  createBackup({
    installation: await installationOf(database),
    dataDir: test.settings.dataDir,
    file: to,
    now: () => new Date(HISTORY_TO),
  });
let folders = 0;
async function restoreChecked(
  into: TestDatabase,
  checked: CheckedBackup,
  { eventStoreUrl = '', withoutMail = false } = {},
): Promise<void> {
  folders += 1;
  const dataDir = path.join(folder, `data ${folders}`);
  const installation = await installationOf(into, eventStoreUrl);
  await restoreBackup({ backup: checked, installation, dataDir, withoutMail });
}
async function restore(
  into: TestDatabase,
  from: string,
  options: Parameters<typeof restoreChecked>[2] = {},
): Promise<CheckedBackup> {
  const checked = await checkBackup(from);
  await restoreChecked(into, checked, options);
  return checked;
}
const tablesOf = async ({ pool }: TestDatabase) =>
  (await pool.query("SELECT tablename FROM pg_tables WHERE schemaname IN ('public', 'es')")).rows;

describe('a backup', () => {
  // Proves I8-backup-1
  it('is created beside a running portal, readable by its owner only, and passes the check', async () => {
    const { code, out, err } = await backup(['create', file, '--with-key'], {
      BACKUP_PASSPHRASE: PASSPHRASE,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    kept = await keptRows(database);
    const { rows: last } = await database.pool.query<{ seq: string; hash: string }>(
      "SELECT seq::text, encode(hash, 'hex') AS hash FROM log_index i ORDER BY i.seq DESC LIMIT 1",
    );
    expect(out).toContain(`the log up to event ${last[0]?.seq}, hash ${last[0]?.hash}.`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await backup(['check', file])).out).toContain('is intact');
    await expect(save(file)).rejects.toThrow('already exists');
    expect(await checkBackup(file)).toMatchObject({ end: { log: { hash: last[0]?.hash } } });
  }, 120_000);

  // Proves I8-backup-1
  it('contains no unwrapped key and no session', async () => {
    const text = gunzipSync(await readFile(file)).toString();
    for (const form of ['base64', 'base64url', 'hex'] as const) {
      expect(text.includes(test.settings.keyEncryptionKey.toString(form)), form).toBe(false);
    }
    expect(text.includes('"table":{"name":"personal_keys"')).toBe(true);
    expect(text.includes('"table":{"name":"sessions"')).toBe(false);
  });

  // Proves I8-backup-1
  it('is refused if the log was changed', async () => {
    await database.pool.query(
      "SET session_replication_role = replica; UPDATE es.events SET data = replace(data, '}', ' ,\"more\":1}') WHERE position = 20; SET session_replication_role = origin",
    );
    const refused = save(path.join(folder, 'tampered.backup'));
    await expect(refused).rejects.toThrow('The log does not match its index');
    await database.pool.query(
      "SET session_replication_role = replica; UPDATE es.events SET data = replace(data, ' ,\"more\":1}', '}') WHERE position = 20; SET session_replication_role = origin",
    );
    const left = (await readdir(folder)).filter((name) => name.startsWith('tampered'));
    expect(left).toEqual([]);
  }, 120_000);
});

describe('a backup in an empty database and data folder', () => {
  let other: TestDatabase;
  let restored: TestPortal;

  // Proves I8-backup-2
  it('is restored once by the command line with the passphrase only', async () => {
    other = await empty();
    const environment = {
      DATABASE_URL: other.connectionString,
      DATA_DIR: path.join(folder, 'new data'),
      KEY_ENCRYPTION_KEY: '',
    };
    const done = await backup(['restore', file], { ...environment, BACKUP_PASSPHRASE: PASSPHRASE });
    expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
    expect(done.out).toContain('Restored the backup of');
    const keyFile = await readFile(path.join(folder, 'new data/key-encryption-key'), 'utf8');
    expect(Buffer.from(keyFile.trim(), 'base64url')).toEqual(test.settings.keyEncryptionKey);
    expect(await keptRows(other)).toEqual(kept);

    await expect(restore(other, file)).rejects.toThrow('The database is not empty');
    expect(await keptRows(other)).toEqual(kept);
  }, 180_000);

  // Proves I8-backup-2
  it('gives the same read models and replays, passes verify, and repeats no mail', async () => {
    restored = await startOn(other);
    expect(await readModelRows(restored)).toEqual(rows);
    await expectProved(restored, invoices);
    expect((await keptRows(other)).mail_outbox).toEqual(kept.mail_outbox);
  }, 120_000);

  // Proves I8-backup-2
  it('lets users sign in with their second factor and read their data; erased people stay erased', async () => {
    const client = await restored.signedIn('ann');
    expect((await client.get('/api/user')).json).toMatchObject({ username: 'ann', name: 'Ann Doe' });
    const guarded = { username: 'guarded', password: PASSWORD };
    expect((await restored.client().post('/api/login', guarded)).status).toBe(401);
    const code = codeOf(new Date(Date.parse(HISTORY_TO) + 30_000).toISOString());
    expect((await restored.client().post('/api/login', { ...guarded, code })).status).toBe(200);
    const admin = await restored.admin();
    const gone = await other.pool.query("SELECT wrapped FROM personal_keys WHERE subject = 'user-' || $1", [
      erasedUser,
    ]);
    expect(gone.rows).toEqual([{ wrapped: null }]);
    const [registered] = await restored.portal.commands.readStream(`user-${erasedUser}`);
    expect(registered?.event).toMatchObject({
      type: 'DealerRegistered',
      data: { username: { erased: true }, email: { erased: true } },
    });
    expect((await admin.get('/api/admin/portal-settings')).json).toMatchObject({ remind_days_before_due: 5 });
  }, 120_000);

  // Proves I39-notes-4
  it('has the notes with their files', async () => {
    const admin = await restored.admin();
    const kept = (await admin.get(paths.admin.note(note))).json;
    expect(kept).toMatchObject({ text: 'Pays by check', files: [{ name: 'check.pdf', size: CHECK.length }] });
    const file = await admin.get(paths.admin.noteFile(note, kept.files[0].id));
    expect(file.bytes.equals(CHECK)).toBe(true);
  }, 120_000);

  it('accepts new commands, and continues numbers', async () => {
    const { user } = await restored.dealer('newcomer');
    await expectMailed(other);
    const admin = await restored.admin();
    expect((await admin.get(`/api/admin/users/${user.id}`)).json).toMatchObject({ username: 'newcomer' });
    expect((await admin.patch('/api/admin/portal-settings', { remind_days_before_due: 6 })).status).toBe(200);
    expect(await restored.portal.verifyLog({})).toMatchObject({ ok: true });
  }, 120_000);
});

// Proves I8-backup-2
it('restores the log into EventStoreDB without repeating mails', async () => {
  const [other, eventStoreDb] = [await empty(), await emptyEventStoreDb()];
  open.push(() => eventStoreDb.stop());
  const checked = await restore(other, file, { eventStoreUrl: eventStoreDb.url });
  expect(await eventStoreDb.count()).toBe(checked.end.log.seq);
  const restored = await startOn(other, { EVENTSTORE_URL: eventStoreDb.url });
  expect(await readModelRows(restored)).toEqual(rows);
  await expectProved(restored, invoices);
  expect((await keptRows(other)).mail_outbox).toEqual(kept.mail_outbox);
  await restored.dealer('newcomer');
  await expectMailed(other);
}, 120_000);

it('restores a log that takes long to read', async () => {
  const other = await empty();
  const installation = await installationOf(other);
  // as after 30 s, which PostgreSQL leaves a transaction idle elsewhere
  const impatient = new pg.Pool({
    connectionString: other.connectionString,
    idle_in_transaction_session_timeout: 200,
  });
  impatient.on('connect', (client) => client.on('error', () => undefined));
  open.push(() => impatient.end());
  await restoreBackup({
    backup: await checkBackup(file),
    dataDir: path.join(folder, 'slow data'),
    withoutMail: false,
    installation: {
      ...installation,
      database: { ...installation.database, pool: impatient },
      openLog: async (place) => {
        const { store, writer } = await installation.openLog(place);
        const readAll: typeof store.readAll = async (...from) => {
          await sleep(1_000);
          return store.readAll(...from);
        };
        return { store: { ...store, readAll }, writer };
      },
    },
  });
  expect(await keptRows(other)).toEqual(kept);
}, 120_000);

// Proves I8-backup-1
it('a backup created during commands contains the keys and passwords of all users in its log', async () => {
  let going = true;
  const names: string[] = [];
  const writing = (async () => {
    for (let n = 0; going; n += 1) {
      await test.dealer(`busy${n}`, false);
      names.push(`busy${n}`);
    }
  })();
  const busy = path.join(folder, 'busy.backup');
  await eventually(async () => names.length > 0, 30);
  await save(busy);
  await eventually(async () => names.length > 3, 30);
  going = false;
  await writing;
  const other = await empty();
  await restore(other, busy);
  const restored = await startOn(other);
  await expectProved(restored, invoices);
  const users = (await (await restored.admin()).get('/api/admin/users?status=pending')).json as {
    username: string;
    name: string;
  }[];
  const saved = users.filter(({ username }) => username.startsWith('busy'));
  expect(saved.length).toBeGreaterThan(0);
  for (const { username, name } of saved) {
    expect(name).toBe('Ann Doe');
    await restored.signedIn(username);
  }
}, 180_000);

describe('the key of a backup', () => {
  const keyIn = (name: string) => path.join(folder, name, 'key-encryption-key');
  const find = async (name: string, given: Buffer | null, passphrase: string | null) =>
    keyForRestore({ given, dataDir: path.join(folder, name), backup: await checkBackup(file), passphrase });

  // Proves I8-backup-3
  it('is requested if missing, and refused if wrong', async () => {
    await expect(find('none', null, null)).rejects.toThrow(
      /set KEY_ENCRYPTION_KEY, or put the file key-encryption-key .*, or BACKUP_PASSPHRASE/,
    );
    await expect(find('none', Buffer.alloc(32, 7), PASSPHRASE)).rejects.toThrow(
      'is not the one that the keys in this backup are wrapped with. Nothing was restored.',
    );
    await expect(find('none', null, 'another passphrase')).rejects.toThrow(
      'BACKUP_PASSPHRASE does not open the key in this backup.',
    );
    await expect(stat(keyIn('none'))).rejects.toThrow('ENOENT');
  });

  it('is read from the environment or the data folder; only a sealed one is stored', async () => {
    const key = test.settings.keyEncryptionKey;
    await find('given', key, null);
    await expect(stat(keyIn('given'))).rejects.toThrow('ENOENT');
    await find('sealed', null, PASSPHRASE);
    expect((await readFile(keyIn('sealed'), 'utf8')).trim()).toBe(key.toString('base64url'));
    await find('sealed', null, null);
  });

  it('is not sealed by a short passphrase', () => {
    expect(() => sealKey(Buffer.alloc(32), 'too short')).toThrow('at least 12 characters');
  });
});

// Proves I8-backup-2
it('lists erased users from the log, for repeating erasures after an older backup', async () => {
  const { store } = await (await installationOf(database)).openLog({ kind: 'database' });
  expect(await erasedUsers(store)).toEqual([{ userId: erasedUser, at: HISTORY_TO, includesWithheld: false }]);
});

// Proves I8-backup-3
it('the command line refuses a damaged backup before restoring anything', async () => {
  const other = await empty();
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  const at = lines.findIndex((line) => line.includes('"table":{"name":"credentials"')) + 2;
  lines[at] = (lines[at] ?? '').replace('"auth_epoch":', '"auth_epoch":1');
  const target = path.join(folder, 'broken.backup');
  await writeFile(target, gzipSync(lines.join('\n')));
  const { code, err } = await backup(['restore', target], { DATABASE_URL: other.connectionString });
  expect({ code, err }).toEqual({
    code: 1,
    err: `The backup broken.backup is damaged at line ${at + 1} (behind row 1 of table credentials): it was changed. Nothing was restored from it.\n`,
  });
  expect(await tablesOf(other)).toEqual([]);
}, 120_000);

// Proves I8-backup-3
it('refuses to restore beside a running portal, or a backup of a later version', async () => {
  const other = await empty();
  const checked = await checkBackup(file);
  const { header } = checked;
  const later = { ...checked, header: { ...header, migrations: [...header.migrations, '9999_to_come'] } };
  await expect(restoreChecked(other, later)).rejects.toThrow('by a later version (it has 9999_to_come)');
  expect(await tablesOf(other)).toEqual([]);
  await expect(restore(database, file)).rejects.toThrow('A portal is running on this database');
}, 120_000);

it('restores waiting mails as unsent with --without-mail', async () => {
  await database.pool.query(
    "UPDATE mail_outbox SET status = 'queued', next_attempt_at = now() WHERE id = (SELECT min(id::text)::uuid FROM mail_outbox)",
  );
  const waiting = path.join(folder, 'waiting.backup');
  await save(waiting);
  for (const withoutMail of [false, true]) {
    const other = await empty();
    await restore(other, waiting, { withoutMail });
    const { rows: queued } = await other.pool.query("SELECT id FROM mail_outbox WHERE status = 'queued'");
    expect(queued).toHaveLength(withoutMail ? 0 : 1);
  }
}, 120_000);
