import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseSettings, readSettings, SettingsError } from './settings.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => n * n * 7 + (n % 5) * 31));
const DEMO = {
  STRIPE_DEMO_SECRET_KEY: 'sk_test_1',
  STRIPE_DEMO_PUBLIC_KEY: 'pk_test_1',
  STRIPE_DEMO_WEBHOOK_SECRET: 'whsec_1',
};

describe('settings', () => {
  test('have defaults for an empty environment', () => {
    expect(parseSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      warnings: [],
      dataDir: resolve('.data'),
      databaseUrl: null,
      databaseOwnerUrl: null,
      eventStoreUrl: null,
      admin: { username: 'admin', password: null, email: 'admin@localhost' },
      sessionSecret: null,
      adminSecondFactor: 'optional',
      keyEncryptionKey: null,
      stripe: { demo: null, live: null, apiBase: null, simulator: true },
      mail: {
        smtpUrl: null,
        from: 'Sample Access Hosting <support@example.com>',
        printsUnsent: true,
      },
      billingTimeZone: 'America/New_York',
      roles: ['api', 'projections', 'reactions', 'jobs'],
      logLevel: 'info',
      trustProxy: [],
      allowedOrigins: [],
      company: {
        name: 'Sample Access Hosting',
        address: '1 Sample Street, New York, NY 10001',
        phone: '(555) 010-0100',
        email: 'support@example.com',
      },
      resourcesFile: null,
      panelEncryptionKey: null,
      tracing: null,
    });
  });

  test.each<[string, Record<string, string>, object]>([
    ['a port', { PORT: '0' }, { port: 0 }],
    ['an IPv6 host', { HOST: '::1' }, { host: '::1' }],
    [
      'a public address loses its last slash',
      { PUBLIC_URL: 'https://portal.example.com/' },
      { publicUrl: 'https://portal.example.com' },
    ],
    ['roles in any spelling of the list', { PORTAL_ROLES: ' api, jobs,api' }, { roles: ['api', 'jobs'] }],
    [
      'proxies',
      { TRUST_PROXY: '10.0.0.1, ::1,192.168.0.0/16' },
      { trustProxy: ['10.0.0.1', '::1', '192.168.0.0/16'] },
    ],
    ['a key in hexadecimal', { KEY_ENCRYPTION_KEY: KEY.toString('hex') }, { keyEncryptionKey: KEY }],
    ['a key in base64', { KEY_ENCRYPTION_KEY: KEY.toString('base64') }, { keyEncryptionKey: KEY }],
    ['a key in base64url', { KEY_ENCRYPTION_KEY: KEY.toString('base64url') }, { keyEncryptionKey: KEY }],
    [
      'a whole set of Stripe credentials',
      DEMO,
      {
        stripe: {
          demo: { secretKey: 'sk_test_1', publicKey: 'pk_test_1', webhookSecret: 'whsec_1' },
          live: null,
          apiBase: null,
        },
      },
    ],
    [
      'mail',
      { SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'Portal <p@example.com>' },
      { mail: { smtpUrl: 'smtp://127.0.0.1:1025', from: 'Portal <p@example.com>' } },
    ],
    [
      'set but empty is not set',
      { PORT: '', PUBLIC_URL: ' ', ADMIN_PASSWORD: '' },
      { port: 3000, publicUrl: null },
    ],
    [
      'a cluster of EventStoreDB may be named',
      { EVENTSTORE_URL: 'esdb://u:p@a:2113,b:2113,c:2113?tls=true' },
      { eventStoreUrl: 'esdb://u:p@a:2113,b:2113,c:2113?tls=true' },
    ],
    ['variables of others are left alone', { OTEL_SERVICE_NAME: 'x', HOME: '/root' }, { port: 3000 }],
  ])('%s', (_name, environment, expected) => {
    expect(parseSettings(environment)).toMatchObject(expected);
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a port number from 0 to 65535'],
    [{ HOST: 'a b' }, 'HOST must be an address or host name to listen on, like 127.0.0.1'],
    [
      { PUBLIC_URL: 'portal.example.com' },
      'PUBLIC_URL must be an http or https address like https://portal.example.com',
    ],
    [{ PUBLIC_URL: 'https://example.com/portal' }, 'PUBLIC_URL must be an address without a path'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// connection string'],
    [{ EVENTSTORE_URL: 'http://x' }, 'EVENTSTORE_URL must be an esdb:// connection string'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters'],
    [{ ADMIN_PASSWORD: 'ä'.repeat(37) }, 'ADMIN_PASSWORD must have at most 72 bytes'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an email address'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
    [
      { KEY_ENCRYPTION_KEY: 'x'.repeat(32) },
      'KEY_ENCRYPTION_KEY must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32 makes one)',
    ],
    [
      { KEY_ENCRYPTION_KEY: `${KEY.toString('base64')} !` },
      'KEY_ENCRYPTION_KEY must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32 makes one)',
    ],
    [
      { ...DEMO, STRIPE_DEMO_SECRET_KEY: 'sk_live_1' },
      'STRIPE_DEMO_SECRET_KEY must begin with sk_test_ or rk_test_',
    ],
    [{ STRIPE_LIVE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_LIVE_SECRET_KEY must begin with sk_live_ or rk_live_'],
    [
      { ...DEMO, STRIPE_DEMO_WEBHOOK_SECRET: '' },
      'STRIPE_DEMO_WEBHOOK_SECRET is required when another STRIPE_DEMO_ variable is set',
    ],
    [{ STRIPE_API_BASE: 'ftp://x' }, 'STRIPE_API_BASE must be an http or https address'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is required when SMTP_URL is set'],
    [
      { MAIL_FROM: 'Portal\r\nBcc: <x@example.com>' },
      'MAIL_FROM must be a sender like Portal <portal@example.com>',
    ],
    [{ BILLING_TZ: 'New York' }, 'BILLING_TZ must be a time zone like America/New_York'],
    [{ PORTAL_ROLES: 'api,cron' }, 'PORTAL_ROLES must be one or more of api,projections,reactions,jobs'],
    [{ PORTAL_ROLES: ',' }, 'PORTAL_ROLES must be one or more of api,projections,reactions,jobs'],
    [{ ADMIN_SECOND_FACTOR: 'yes' }, 'ADMIN_SECOND_FACTOR must be one of optional, required'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be addresses or networks, separated by commas, like 10.0.0.1,192.168.0.0/16',
    ],
    [
      { TRUST_PROXY: 'proxy.local' },
      'TRUST_PROXY must be addresses or networks, separated by commas, like 10.0.0.1,192.168.0.0/16',
    ],
    [{ COMPANY_EMAIL: 'x' }, 'COMPANY_EMAIL must be an email address'],
    [
      { NODE_ENV: 'production' },
      'SESSION_SECRET is required when NODE_ENV=production (openssl rand -base64 32 makes one); KEY_ENCRYPTION_KEY is required when NODE_ENV=production (openssl rand -base64 32 makes one)',
    ],
    [
      { PORT: 'x', BILLING_TZ: 'x' },
      'PORT must be a port number from 0 to 65535; BILLING_TZ must be a time zone like America/New_York',
    ],
  ])('refuse %o in one line', (environment, message) => {
    expect(() => parseSettings(environment)).toThrow(new SettingsError([message]));
    expect(message).not.toContain('\n');
  });

  // Proves I35-21c
  test.each<[string, string, string]>([
    ['SESSION_SECRET', 's'.repeat(32), 'one letter'],
    ['SESSION_SECRET', 'changeme'.repeat(4), 'a word again and again'],
    ['SESSION_SECRET', 'abcdefghijklmnopqrstuvwxyz012345', 'the alphabet'],
    ['KEY_ENCRYPTION_KEY', '00'.repeat(32), 'zeros'],
    ['KEY_ENCRYPTION_KEY', Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('hex'), 'counting'],
  ])('refuse a %s in production that is not random: %s', (name, value) => {
    const random = { SESSION_SECRET: KEY.toString('hex'), KEY_ENCRYPTION_KEY: KEY.toString('hex') };
    const given = { ...random, [name]: value };
    expect(() => parseSettings({ ...given, NODE_ENV: 'production' })).toThrow(
      `${name} must be random when NODE_ENV=production (openssl rand -base64 32 makes one)`,
    );
    expect(() => parseSettings(given)).not.toThrow();
  });

  // Proves I35-21c
  test('take every random secret in production', () => {
    for (let n = 0; n < 500; n += 1) {
      for (const secret of [randomBytes(32).toString('base64'), randomBytes(16).toString('hex')]) {
        const given = { SESSION_SECRET: secret, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
        expect(() => parseSettings({ ...given, NODE_ENV: 'production' })).not.toThrow();
      }
    }
  });

  // Proves I35-21d
  test.each<[string, Record<string, string>, number]>([
    ['http in production', { NODE_ENV: 'production', PUBLIC_URL: 'http://portal.example.com' }, 1],
    ['https in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example.com' }, 0],
    ['http elsewhere', { PUBLIC_URL: 'http://portal.example.com' }, 0],
  ])('warn of a public address: %s', (_name, environment, count) => {
    const secrets = { SESSION_SECRET: KEY.toString('hex'), KEY_ENCRYPTION_KEY: KEY.toString('hex') };
    const { warnings } = parseSettings({ ...secrets, ...environment });
    expect(warnings).toHaveLength(count);
    for (const warning of warnings) expect(warning).toMatch(/^PUBLIC_URL begins with http:\/\//);
  });

  test('do not show a refused secret in the message', () => {
    const secret = 'hunter2-hunter2';
    for (const name of ['SESSION_SECRET', 'KEY_ENCRYPTION_KEY', 'STRIPE_LIVE_SECRET_KEY']) {
      expect(() => parseSettings({ [name]: secret })).toThrow(name);
      expect(() => parseSettings({ [name]: secret })).not.toThrow(secret);
    }
  });
});

describe('generated secrets', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-settings-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const read = (more: Record<string, string> = {}) =>
    readSettings({ DATA_DIR: join(folder, 'data'), ...more });

  test('are generated once, readable by the owner only, and kept across starts', async () => {
    const first = await read();
    expect(first.keyEncryptionKey).toHaveLength(32);
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(await read()).toEqual(first);
    expect((await readdir(first.dataDir)).sort()).toEqual(['key-encryption-key', 'session-secret']);
    for (const name of await readdir(first.dataDir)) {
      expect((await stat(join(first.dataDir, name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(first.dataDir)).mode & 0o066).toBe(0);
  });

  test('are the same for portals that start concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => read()));
    expect(new Set(all.map(({ sessionSecret }) => sessionSecret)).size).toBe(1);
    expect(new Set(all.map(({ keyEncryptionKey }) => keyEncryptionKey.toString('hex'))).size).toBe(1);
    expect((await readdir(join(folder, 'data'))).sort()).toEqual(['key-encryption-key', 'session-secret']);
  });

  test('are not generated if given, nor in production', async () => {
    const sessionSecret = KEY.toString('hex');
    const given = { SESSION_SECRET: sessionSecret, KEY_ENCRYPTION_KEY: KEY.toString('base64') };
    expect(await read({ ...given, NODE_ENV: 'production' })).toMatchObject({
      sessionSecret,
      keyEncryptionKey: KEY,
    });
    expect(await readdir(join(folder, 'data'))).toEqual([]);
    await expect(read({ NODE_ENV: 'production' })).rejects.toThrow('SESSION_SECRET is required');
  });

  test('stop the start if damaged, and are not replaced', async () => {
    const { dataDir } = await read();
    await writeFile(join(dataDir, 'key-encryption-key'), 'cut');
    await expect(read()).rejects.toThrow(/key-encryption-key is damaged/);
    expect(await readFile(join(dataDir, 'key-encryption-key'), 'utf8')).toBe('cut');
  });

  test("name a folder that can't be created and a file that can't be read", async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(readSettings({ DATA_DIR: join(folder, 'file', 'data') })).rejects.toThrow(
      /^DATA_DIR must be a folder/,
    );
    await expect(read({ RESOURCES_FILE: join(folder, 'none.json') })).rejects.toThrow(
      /^RESOURCES_FILE must be a file/,
    );
  });
});
