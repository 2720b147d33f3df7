import { composePortal } from '../../src/compose.ts';
import { parseSettings } from '../../src/settings.ts';
import { ensureDataDirectory, generatedSecret } from '../../src/startup/dataDirectory.ts';

/** A portal in a process of its own: PORT, DATA_DIR and DATABASE_URL as in earnest, `admin` / `admin-secret-1`. */
const dataDir = await ensureDataDirectory(process.env.DATA_DIR ?? './.data');
const portal = composePortal(
  {
    ...parseSettings({}),
    port: Number(process.env.PORT ?? 0),
    host: '127.0.0.1',
    publicUrl: null,
    dataDir,
    databaseUrl: process.env.DATABASE_URL ?? null,
    eventStoreUrl: null,
    admin: { username: 'admin', password: 'admin-secret-1', email: 'admin@localhost' },
    sessionSecret: await generatedSecret(dataDir, 'session-secret'),
    keyEncryptionKey: Buffer.from((await generatedSecret(dataDir, 'key-encryption-key')).slice(0, 32)),
    billingTimeZone: 'America/New_York',
    roles: ['api', 'projections', 'reactions', 'jobs'],
    logLevel: process.env.LOG_LEVEL ?? 'warn',
    trustProxy: [],
  },
  { bcryptCost: 4, progress: { step: (text) => process.stdout.write(`${text}\n`), replaying: () => {} } },
);
await portal.start();
process.stdout.write(`listening on ${portal.url}\n`);
process.once('SIGTERM', () => {
  void portal.stop().then(() => process.exit(0));
});
