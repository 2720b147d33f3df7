import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { paths } from '@portal/contract';
import { CONTACTS_VIEW, INVOICES_VIEW, portalProjections } from '@portal/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { type BusyDealer, busyDealer, FORM, KEY, MARK } from './support/busyDealer.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';

let now = new Date('2026-03-02T15:00:00Z');
let portal: Paying;
let dealer: BusyDealer;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startPaying({ now: () => now });
  dealer = await busyDealer(portal, {
    now: () => now,
    set: (instant) => {
      now = new Date(instant);
    },
  });
  admin = await portal.admin();
}, 120_000);
afterAll(() => portal.stop());

const marks = (texts: string) =>
  [...new Set(texts.toLowerCase().match(new RegExp(`${MARK}[a-z0-9@.]*`, 'g')))].sort();
/** As a bytea column shows it. */
const IN_HEX = Buffer.from(MARK).toString('hex');

/** Where marks stand in the database: every column of every table of every schema, by table. */
async function marksInTables(): Promise<Record<string, readonly string[]>> {
  const { pool } = portal.portal.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    const texts = rows.map(({ row }) => row).join('\n');
    const here = [...marks(texts), ...(texts.includes(IN_HEX) ? ['in a bytea'] : [])];
    if (here.length > 0) found[name] = here;
  }
  return found;
}

/** Marks in the log as anybody with the keys reads it, by type of event. */
async function marksInLog(): Promise<Record<string, readonly string[]>> {
  const { rows } = await portal.portal.database.pool.query<{ stream: string }>(
    'SELECT DISTINCT stream FROM es.events',
  );
  const found: Record<string, string[]> = {};
  for (const { stream } of rows) {
    for (const { event, metadata } of await portal.portal.commands.readStream(stream)) {
      const here = marks(JSON.stringify([event.data, metadata]));
      if (here.length > 0) found[event.type] = [...(found[event.type] ?? []), ...here];
    }
  }
  return found;
}

async function marksInFiles(): Promise<readonly string[]> {
  const folder = portal.settings.dataDir;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  );
  expect(texts.join('')).toContain('customer');
  return marks(texts.join('\n'));
}

/** The only generation of a read model's table. */
function tableOf(name: string): string {
  const owner = portalProjections.find(({ tables }) =>
    Object.values(tables).some((one) => one.name === name),
  );
  return `${name}_v${owner?.version}_g1`;
}

/** Rows of every read model, by view. */
async function readModels(): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { tables, version } of portalProjections) {
    for (const { name } of Object.values(tables)) {
      const view = `${name}_v${version}`;
      const found = await portal.portal.database.pool.query<{ row: string }>(
        `SELECT to_jsonb(v)::text AS row FROM ${view} AS v ORDER BY 1`,
      );
      rows[view] = found.rows.map(({ row }) => row);
    }
  }
  return rows;
}

/** What must come out the same before and after: each invoice replayed, its sums, and the chain. */
async function proofs() {
  const replays = await Promise.all(
    dealer.invoiceIds.map(async (id) => {
      const { equal, issued, replayed, lines, chainHash } = (await admin.get(paths.admin.invoiceReplay(id)))
        .json;
      return { equal, issued, replayed, lines, chainHash };
    }),
  );
  const sums = await portal.portal.database.pool.query(
    `SELECT id, lines, adjustments, charges_cents, total_cents, status, invoice_number FROM ${INVOICES_VIEW} ORDER BY id`,
  );
  await portal.portal.projections.caughtUp();
  const { ok, faults } = await portal.portal.verifyLog({});
  return { replays, sums: sums.rows, ok, faults };
}

/** What administrators are answered about the person, wherever it may show. */
async function answers(): Promise<string> {
  const { userId, accountId, siteId } = dealer;
  const filter = (value: object) => `?filter=${encodeURIComponent(JSON.stringify(value))}`;
  const all = await Promise.all(
    [
      paths.admin.timeline('user', userId),
      paths.admin.timeline('account', accountId),
      paths.admin.timeline('site', siteId),
      `${paths.admin.stateAt('user', userId)}?at=2026-04-02T14:00:00Z`,
      `${paths.admin.stateAt('account', accountId)}?at=2026-04-02T14:00:00Z`,
      `${paths.admin.stateAt('site', siteId)}?at=2026-04-02T14:00:00Z`,
      paths.admin.userHistory(userId),
      paths.admin.accountHistory(accountId),
      paths.admin.siteHistory(siteId),
      paths.admin.userErasure(userId),
      paths.admin.account(accountId),
      paths.admin.accounts + filter({ q: MARK }),
      paths.admin.activity,
      paths.admin.overview,
      paths.admin.contacts,
      paths.admin.disputes,
      paths.admin.notes,
      paths.admin.sites + filter({ account_id: accountId }),
      paths.admin.migrations,
      paths.admin.orders,
      paths.admin.mails,
      paths.admin.savedViews,
      paths.admin.users + filter({ q: MARK }),
    ].map((one) => admin.get(one)),
  );
  for (const answered of all) expect(answered.status, answered.text.slice(0, 200)).toBe(200);
  return all.map((answered) => answered.text).join('\n');
}

describe('a dealer with data in every part of the portal', () => {
  let before: Awaited<ReturnType<typeof proofs>>;

  // Proves I8-erase-2
  it('personal data is found everywhere before erasure', async () => {
    before = await proofs();
    expect(before).toMatchObject({ replays: [{ equal: true }], ok: true, faults: [] });
    const tables = Object.keys(await marksInTables()).map((name) => name.replace('public.', ''));
    expect(tables).toEqual(
      expect.arrayContaining([
        'mail_outbox',
        'saved_views',
        ...['users', 'invitations', 'accounts', 'contacts'].map(tableOf),
      ]),
    );
    const inTables = marks(JSON.stringify(await marksInTables()));
    expect(inTables.length).toBeGreaterThan(30);
    expect(tables).toEqual(
      expect.arrayContaining(['dealer_sites', 'migrations', 'disputes', 'notes', 'invoices'].map(tableOf)),
    );
    const inLog = await marksInLog();
    expect(Object.keys(inLog).sort()).toEqual([
      'AccountOpened',
      'ColleagueInvited',
      'ContactMessageReceived',
      'DealerRegistered',
      'DisputeClosed',
      'DisputeOpened',
      'DisputeReplied',
      'InvoiceIssued',
      'MigrationRequested',
      'NoteFileAdded',
      'NoteWritten',
      'OrderPlaced',
      'ProfileChanged',
      'ReaderChangeRequested',
      'SiteDetailsChanged',
      'SiteRequested',
      'UsernameChanged',
    ]);
    expect(marks(await answers()).length).toBeGreaterThan(20);
    for (const table of ['sessions', 'second_factors', 'password_reset_tokens', 'commands'] as const) {
      expect(await rowsOf(table), table).toBeGreaterThan(0);
    }
    expect(await limitsOf()).toBeGreaterThan(0);
    expect(await partsOfFiles()).toBe(1);
  });

  // Proves I8-erase-7
  it('the preview lists what is erased and what is kept', async () => {
    const preview = await admin.get(paths.admin.userErasure(dealer.userId));
    expect(preview.json).toMatchObject({
      id: dealer.userId,
      username: dealer.username,
      is_deleted: false,
      is_erased: false,
      refusal: null,
      companies: [
        {
          id: dealer.accountId,
          name: FORM.company,
          sites: 3,
          migrations: 1,
          orders: 2,
          questions: 1,
          notes: 1,
          open_money: [{ is_demo: true, open_cents: expect.any(Number), credit_cents: 0 }],
        },
      ],
      shared_companies: [],
      contact_messages: 1,
      invoices: 1,
      bill_to_until: '2033-12-31',
    });
    expect(preview.json.mails).toBeGreaterThan(5);
  });

  // Proves I8-erase-2
  it('leaves only Bill To in tables, log, files and responses', async () => {
    // as a rebuild leaves one behind that dies
    await portal.portal.database.pool.query(`CREATE TABLE ${CONTACTS_VIEW}_g0 AS TABLE ${CONTACTS_VIEW}_g1`);
    const erased = await admin.delete(`${paths.admin.user(dealer.userId)}?erase=true`, {
      reason: 'Asked by letter',
      confirm_open_money: true,
    });
    expect([erased.status, erased.json]).toEqual([200, { id: dealer.userId }]);
    expect((await dealer.client.get(paths.user)).status).toBe(401);
    await eventually(async () => {
      const customer = await portal.stripe.customers.retrieve(dealer.customerId);
      return customer.deleted === true;
    });

    const billTo = ['company', 'renamed', 'address', 'moved', 'state', 'zip', `mail@${MARK}.example`].map(
      (one) => `${MARK}${one}`,
    );
    expect(await marksInTables()).toEqual({ [`public.${tableOf('invoices')}`]: billTo.sort() });
    expect(await marksInLog()).toEqual({ InvoiceIssued: billTo });
    expect(await marksInFiles()).toEqual([]);
    expect(marks(portal.logLines.join('\n'))).toEqual([]);
    expect(marks(await answers())).toEqual([]);
    expect((await admin.get(paths.admin.savedViews)).json).toMatchObject([{ name: 'Pending' }]);
    for (const table of ['sessions', 'second_factors', 'password_reset_tokens', 'commands'] as const) {
      expect(await rowsOf(table), table).toBe(0);
    }
    expect(await limitsOf()).toBe(0);
    expect(await partsOfFiles()).toBe(0);
  });

  // Proves I8-erase-3
  it('leaves sums, replays and the hash chain unchanged', async () => {
    expect(await proofs()).toEqual(before);
  });

  // Proves I8-erase-3
  it('reads the same in rebuilt read models', async () => {
    const live = await readModels();
    for (const { name } of portalProjections) await portal.portal.projections.rebuild(name);
    expect(await readModels()).toEqual(live);
    const parked = (await portal.portal.projections.status()).flatMap((one) => one.parked);
    expect(parked).toEqual([]);
  });

  // Proves I8-erase-2
  it('a retried earlier request restores nothing', async () => {
    const edit = { username: dealer.username, phone: `${MARK}phone1` };
    const retried = await admin.patch(paths.admin.user(dealer.userId), edit, {
      'Idempotency-Key': KEY.admin,
    });
    const registered = await portal.client().post(paths.register, FORM, { 'Idempotency-Key': KEY.visitor });
    for (const { status, json } of [retried, registered]) {
      expect([status, json]).toEqual([409, { error: 'The data of this request was erased.' }]);
    }
  });

  // Proves I8-erase-5
  it('leaves a company that nobody can join or write to', async () => {
    const joining = {
      username: 'newcomer',
      password: 'newcomer-1',
      email: 'new@example.com',
      name: 'New Comer',
      company: 'Newcomers',
      account_id: dealer.accountId,
    };
    const gone = [422, "This company's data was erased. Please open another company."];
    const told = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error];
    expect(told(await admin.post(paths.admin.users, joining))).toEqual(gone);
    expect(told(await admin.patch(paths.admin.account(dealer.accountId), { company_name: 'Again' }))).toEqual(
      gone,
    );
  });

  it('is shown as erased, and a second erasure changes nothing', async () => {
    const events = await portal.eventCount();
    expect((await admin.delete(`${paths.admin.user(dealer.userId)}?erase=true`)).status).toBe(200);
    expect(await portal.eventCount()).toBe(events);
    expect((await admin.get(paths.admin.userErasure(dealer.userId))).json).toMatchObject({
      username: null,
      name: null,
      is_deleted: true,
      is_erased: true,
      companies: [{ name: 'erased' }],
      mails: 0,
    });
  });

  // Proves I8-erase-6
  it("keeps Bill To for seven years after the invoice's year", async () => {
    now = new Date('2033-12-31T12:00:00Z');
    await portal.portal.tick();
    expect(Object.keys(await marksInTables())).toHaveLength(1);
    now = new Date('2034-01-01T12:00:00Z');
    await portal.portal.tick();
    admin = await portal.admin();
    const { sums } = await proofs();
    expect(await marksInTables()).toEqual({});
    expect(await marksInLog()).toEqual({});
    const old = (rows: readonly { id: string }[]) => rows.filter(({ id }) => dealer.invoiceIds.includes(id));
    expect(old(sums)).toEqual(old(before.sums));
    expect((await proofs()).replays).toEqual(before.replays);
  });
});

/** Stored parts of the files of notes about the company. */
async function partsOfFiles(): Promise<number | null> {
  const sql = 'SELECT FROM note_files WHERE account_id = $1';
  return (await portal.portal.database.pool.query(sql, [dealer.accountId])).rowCount;
}

/** Rows about the dealer; all of them, of tables that hold no id. */
async function rowsOf(
  table: 'sessions' | 'second_factors' | 'password_reset_tokens' | 'commands',
): Promise<number> {
  const column = table === 'commands' ? 'actor' : 'user_id';
  const { rows } = await portal.portal.database.pool.query<{ count: string }>(
    `SELECT count(*) FROM ${table} WHERE ${column} = $1`,
    [dealer.userId],
  );
  return Number(rows[0]?.count);
}

/** Counts of failed sign-ins under any name the dealer had. */
async function limitsOf(): Promise<number> {
  const { rows } = await portal.portal.database.pool.query<{ count: string }>(
    'SELECT count(*) FROM login_limits WHERE position($1 IN key) > 0',
    [portal.portal.commands.usernameHash(dealer.username)],
  );
  return Number(rows[0]?.count);
}
