import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paths } from '@portal/contract';
import type { DealerRole } from '@portal/domain/values';
import { composePortal, type Portal, type PortalOverrides } from '../../src/app/compose.ts';
import { parseSettings, type Settings } from '../../src/app/settings.ts';
import { createLogger } from '../../src/platform/http/logger.ts';
import type { UnsentMail } from '../../src/platform/mail/outbox.ts';
import { type TestDatabase, testDatabase } from '../testDatabase.ts';
import { eventually } from './eventually.ts';
import { type Answered, HttpClient } from './httpClient.ts';

export const ADMIN = { username: 'admin', password: 'admin-secret-1', email: 'admin@localhost' };

export interface TestPortal {
  readonly portal: Portal;
  readonly url: string;
  readonly settings: Settings;
  /** A client without a session. Every answer it gets is held to the API's description. */
  client(): HttpClient;
  /** A client signed in under this name. */
  signedIn(username: string, password?: string): Promise<HttpClient>;
  /** The administrator, who has just stepped up. */
  admin(): Promise<HttpClient>;
  /** Registers a dealer and approves it unless told otherwise; the client is the dealer's. */
  dealer(
    username: string,
    approved?: boolean,
  ): Promise<{ client: HttpClient; user: { id: string; account_id: string } }>;
  /** Somebody who joins the company of an owner's client by an invitation; the client is theirs. */
  colleague(
    owner: HttpClient,
    username: string,
    role: DealerRole,
  ): Promise<{ client: HttpClient; user: { id: string; account_id: string } }>;
  /** How many events the log holds. */
  eventCount(): Promise<number>;
  /** Lines of the log so far. */
  readonly logLines: string[];
  /** The token of the newest link printed for this address, once there is one. */
  resetToken(email: string): Promise<string>;
  /** Mails with secrets as they were printed, for want of a mail server. */
  readonly printedMails: UnsentMail[];
  stop(): Promise<void>;
}

export const PASSWORD = 'secret-1';

/** A registration that is right, for one username. */
export const registration = (username: string, more: object = {}) => ({
  name: 'Ann Doe',
  company: 'Doe Security',
  email: 'ann@example.com',
  phone: '7185550100',
  address: '1 Main St',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
  username,
  password: PASSWORD,
  agreeToTerms: true,
  ...more,
});

/** An order that costs nothing: one panel, no hardware. */
export const siteOrder = (more: object = {}) => ({
  site_name: 'Harbor Gate',
  site_address: '2 Pier Rd',
  site_city: 'Albany',
  site_state: 'NY',
  site_zip: '12207',
  number_of_readers: '12',
  number_of_acu_panels: '1',
  software_version: 'aurora',
  ...more,
});

/** A migration that costs nothing for a dealer with promotional license pricing, $100 for one without. */
export const siteMigration = (more: object = {}) => ({
  migration_site_name: 'Old Mill',
  migration_site_address: '2 Dock Rd',
  migration_site_city: 'Troy',
  migration_site_state: 'NY',
  migration_site_zip: '12180',
  system7_site_id: 'S7-17',
  num_controllers: '2',
  number_of_acu_panels: '1',
  number_of_readers: '8',
  requested_migration_date: '2026-04-01',
  migration_notes: 'Ring first',
  software_version: 'vantage',
  status: 'approved',
  current_system: '',
  other_system: '',
  num_cards: '0',
  database_required: 'no',
  ...more,
});

/** Settings as the environment of a test would give them. */
export function testSettings(environment: Readonly<Record<string, string>>): Settings {
  return {
    ...parseSettings({
      PORT: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ADMIN_EMAIL: ADMIN.email,
      ...environment,
    }),
    sessionSecret: 'test-session-secret-0123456789abcdef',
    keyEncryptionKey: Buffer.alloc(32, 1),
  };
}

/** A composed portal on a database of its own, listening on a free port of loopback. */
export async function startTestPortal(
  overrides: PortalOverrides = {},
  options: {
    /** Settings as the environment would give them. */
    readonly environment?: Readonly<Record<string, string>>;
    /** A database that several portals share; the caller closes it. */
    readonly database?: TestDatabase;
  } = {},
): Promise<TestPortal> {
  const database = options.database ?? (await testDatabase({ empty: true }));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-test-'));
  const logLines: string[] = [];
  const printedMails: UnsentMail[] = [];
  const settings = testSettings({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    ...options.environment,
  });
  const portal = await composePortal(settings, {
    bcryptCost: 4,
    // specs are quicker than people
    writesPerMinute: { dealer: 1e6, company: 1e6, administrator: 1e6 },
    // a spec reads what it wrote, however busy the machine
    freshnessMs: 30_000,
    resetPollMs: 100,
    log: createLogger('info', { write: (line) => void logLines.push(line) }),
    // whatever the disk of the machine that tests
    machine: { diskSpace: async () => ({ device: 1, free: 50, total: 100 }) },
    printMail: (mail) => void printedMails.push(mail),
    ...overrides,
  }).start();
  const client = () => new HttpClient(portal.url);
  const signedIn = async (username: string, password = PASSWORD) => {
    const one = client();
    expectStatus(await one.post('/api/login', { username, password }), 200);
    return one;
  };
  const admin = async () => {
    const one = await signedIn(ADMIN.username, ADMIN.password);
    expectStatus(await one.post(paths.stepUp, { currentPassword: ADMIN.password }), 200);
    return one;
  };
  const tokenFor = (email: string) =>
    eventually(async () => {
      const mail = printedMails.findLast(({ recipient }) => recipient.toLowerCase() === email);
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null;
    });
  return {
    portal,
    url: portal.url,
    settings,
    client,
    signedIn,
    admin,
    async dealer(username, approved = true) {
      const own = client();
      const registered = await own.post('/api/register', registration(username));
      expectStatus(registered, 201);
      if (approved) {
        const administrator = await admin();
        expectStatus(
          await administrator.patch(`/api/admin/users/${registered.json.id}/approval`, { isApproved: true }),
          200,
        );
      }
      return { client: own, user: registered.json };
    },
    async colleague(owner, username, role) {
      const email = `${username}@example.com`;
      if (role === 'owner') expectStatus(await owner.post(paths.stepUp, { currentPassword: PASSWORD }), 200);
      expectStatus(await owner.post(paths.invitations, { name: username, email, role }), 201);
      const own = client();
      const form = { token: await tokenFor(email), name: username, username, password: PASSWORD };
      expectStatus(await own.post(paths.acceptInvitation, form), 201);
      return { client: own, user: (await own.get(paths.user)).json };
    },
    async eventCount() {
      // the day's seal comes when the portal gets to it, whatever a test does
      const { rows } = await portal.database.pool.query<{ count: string }>(
        "SELECT count(*) FROM es.events WHERE type <> 'LogSealed'",
      );
      return Number(rows[0]?.count);
    },
    logLines,
    printedMails,
    resetToken: tokenFor,
    async stop() {
      await portal.stop();
      if (options.database === undefined) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function expectStatus(answered: Answered, status: number): void {
  if (answered.status !== status)
    throw new Error(`Expected ${status}, got ${answered.status}: ${answered.text}`);
}
