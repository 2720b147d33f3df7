import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { runBilling } from '../src/modules/billing/run.ts';
import { hasPassword } from '../src/platform/eventStore/place.ts';
import {
  expectProved,
  HISTORY_FROM,
  HISTORY_TO,
  makeBilledHistory,
  readModelRows,
} from './support/billedHistory.ts';
import { type BillingPortal, startBillingPortal } from './support/billingPortal.ts';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { type EmptyEventStoreDb, emptyEventStoreDb } from './support/emptyEventStoreDb.ts';
import { eventually } from './support/eventually.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

// The tests follow each other: a log goes to EventStoreDB, is worked on there, and comes back.

let database: TestDatabase;
let eventStoreDb: EmptyEventStoreDb;
let test: BillingPortal;
let portal: TestPortal | null = null;
let invoices: readonly string[];
let rows: Awaited<ReturnType<typeof readModelRows>>;
/** Events, hash of the last one. */
let end: { readonly seq: number; readonly hash: string };

beforeAll(async () => {
  eventStoreDb = await emptyEventStoreDb();
  database = await testDatabase({ empty: true });
  test = await startBillingPortal(HISTORY_FROM, { database });
  invoices = await makeBilledHistory(test, 60);
  rows = await readModelRows(test);
  end = await lastEvent();
  await test.stop();
}, 120_000);
afterAll(async () => {
  await portal?.stop();
  await database.close();
  await eventStoreDb.stop();
});

async function lastEvent() {
  const found = await database.pool.query<{ seq: number; hash: string }>(
    "SELECT seq::int, encode(hash, 'hex') AS hash FROM log_index i ORDER BY i.seq DESC LIMIT 1",
  );
  return found.rows[0] as { seq: number; hash: string };
}

/** `npm run events`, with the log where the settings say. */
const events = (eventStoreUrl: string | null, ...parameters: string[]) =>
  commandLine('events', parameters, {
    ...environmentOf(test.settings),
    EVENTSTORE_URL: eventStoreUrl ?? '',
    BILLING_TZ: 'America/New_York',
  });

/** A portal on the log in this store, whose clock stands and that has no jobs. */
async function startOn(eventStoreUrl: string | null, at = HISTORY_TO): Promise<TestPortal> {
  portal = await startTestPortal(
    { now: () => new Date(at) },
    {
      database,
      environment: { PORTAL_ROLES: 'api,projections,reactions', EVENTSTORE_URL: eventStoreUrl ?? '' },
    },
  );
  return portal;
}
async function stop(): Promise<void> {
  await portal?.stop();
  portal = null;
}
/** Read models that were carried to a store are, places in its log included, what a rebuild there makes of them. */
async function expectAsRebuilt(on: TestPortal): Promise<void> {
  const { projections } = on.portal;
  const carried = await readModelRows(on, 'with positions');
  for (const { projection } of await projections.status()) {
    if (projection !== 'logIndex') await projections.rebuild(projection);
  }
  expect(await readModelRows(on, 'with positions')).toEqual(carried);
}
/** A month is billed as usual: from what was written before the log moved, and after. @returns the new invoices' ids */
async function bill(on: TestPortal, period: string): Promise<readonly string[]> {
  const { billing } = on.portal;
  const { result } = await runBilling(
    billing,
    period,
    newCommand(billing.now(), { kind: 'system', id: 'spec' }, 'spec'),
  );
  expect(result).toMatchObject({ issued: 4, parked: [] });
  const accounts = invoices.slice(0, 3).map((id) => id.split('_')[0]);
  return accounts.map((id) => `${id}_${period}`);
}
const generations = async () =>
  (await database.pool.query('SELECT projection, generation FROM projection_generations ORDER BY 1')).rows;
const mails = async () =>
  Number((await database.pool.query<{ count: string }>('SELECT count(*) FROM mail_outbox')).rows[0]?.count);

// Proves I8-move-2
it('refuses to copy the log while a portal runs on it', async () => {
  await startOn(null);
  const refused = await events(null, 'copy', '--to', eventStoreDb.url).ended;
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('A portal is running on this database'),
  });
  expect(await eventStoreDb.count()).toBe(0);
  await stop();
}, 120_000);

// Proves I8-move-1
it('copies each event once, also after an interruption and a kill, with the same last number and hash', async () => {
  const stopped = events(null, 'copy', '--to', eventStoreDb.url);
  await eventually(async () => (await eventStoreDb.count()) > 10, 60);
  stopped.child.kill('SIGINT');
  expect(await stopped.ended).toMatchObject({
    code: 1,
    err: expect.stringContaining('Stopped. Run the same command again to go on.'),
  });
  const first = await eventStoreDb.count();
  expect(first).toBeLessThan(end.seq);

  const killed = events(null, 'copy', '--to', eventStoreDb.url);
  await eventually(async () => (await eventStoreDb.count()) > first + 10, 60);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const second = await eventStoreDb.count();
  expect(second).toBeLessThan(end.seq);

  const { code, out, err } = await events(null, 'copy', '--to', eventStoreDb.url).ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  // what the killed one had sent may have landed behind it
  const [, copied, there] = /^(\d+) events copied, (\d+) had been there\.$/m.exec(out) ?? [];
  expect(Number(there)).toBeGreaterThanOrEqual(second);
  expect([Number(copied) > 0, Number(copied) + Number(there)]).toEqual([true, end.seq]);
  expect(out).toContain(`Log and copy both end with event ${end.seq}, hash ${end.hash}: they are the same.`);
  const { url } = eventStoreDb;
  const address = hasPassword(url) ? 'the address you gave with --to' : url;
  expect(out).toContain(`Next: start every portal with EVENTSTORE_URL=${address}`);
  expect(await eventStoreDb.count()).toBe(end.seq);
}, 180_000);

// Proves I8-move-3
it('starts a portal on the copy without rebuilds or repeated mails; each invoice replays equal, verify passes', async () => {
  const [before, mailed] = [await generations(), await mails()];
  const { portal: running } = await startOn(eventStoreDb.url);
  await running.projections.caughtUp();
  expect(await readModelRows(portal as TestPortal)).toEqual(rows);
  expect(await generations()).toEqual(before);
  await expectProved(portal as TestPortal, invoices);
  expect(await mails()).toBe(mailed);
  await expectAsRebuilt(portal as TestPortal);
}, 120_000);

// Proves I8-move-3
it('writes new events to the copy, and starts no portal on the old log', async () => {
  const mailed = await mails();
  const { client, user } = await (portal as TestPortal).dealer('dana');
  await eventually(async () => (await mails()) > mailed, 30);
  const site = await client.post('/api/sites', siteOrder());
  expect(site.status).toBe(201);
  const admin = await (portal as TestPortal).admin();
  expect((await admin.patch(`/api/admin/sites/${site.json.id}`, { status: 'active' })).status).toBe(200);
  const shown = await admin.get(`/api/admin/users/${user.id}`);
  expect(shown.json).toMatchObject({ username: 'dana', company: 'Doe Security' });
  await stop();
  const january = await startOn(eventStoreDb.url, '2027-01-02T15:00:00.000Z');
  invoices = [...invoices, ...(await bill(january, '2027-01'))];
  await expectProved(january, invoices);
  await january.portal.projections.caughtUp();
  await stop();

  expect(await eventStoreDb.count()).toBe((await lastEvent()).seq);
  const { rows: kept } = await database.pool.query('SELECT count(*)::int AS events FROM es.events');
  expect(kept).toEqual([{ events: end.seq }]);
  await expect(startOn(null)).rejects.toThrow(
    /The log does not hold event number \d+ .*check EVENTSTORE_URL/,
  );
}, 120_000);

it('refuses a target with another log', async () => {
  const other = await testDatabase({ empty: true });
  const elsewhere = await startTestPortal({}, { database: other, environment: { PORTAL_ROLES: 'api' } });
  await elsewhere.stop();
  const { code, err } = await events(eventStoreDb.url, 'copy', '--to', other.connectionString).ended;
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^The target holds something else: its event 1 is \w+ .*copy into an empty store\.\n$/,
    ),
  });
  await other.close();
}, 120_000);

// Proves I8-move-3
it('copies the log back to PostgreSQL with the same results', async () => {
  rows = {};
  const { seq, hash } = await lastEvent();
  const { code, out, err } = await events(eventStoreDb.url, 'copy', '--to', 'database').ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`${seq - end.seq} events copied, ${end.seq} had been there.`);
  expect(out).toContain(`Log and copy both end with event ${seq}, hash ${hash}: they are the same.`);
  expect(out).toContain('Next: start every portal without EVENTSTORE_URL.');

  const [before, mailed] = [await generations(), await mails()];
  const february = await startOn(null, '2027-02-02T15:00:00.000Z');
  const { portal: running, dealer, admin } = february;
  await running.projections.caughtUp();
  expect(await generations()).toEqual(before);
  expect(await mails()).toBe(mailed);
  await expectAsRebuilt(february);
  await expectProved(february, [...invoices, ...(await bill(february, '2027-02'))]);
  const { user } = await dealer('eric');
  expect((await (await admin()).get(`/api/admin/users/${user.id}`)).json).toMatchObject({ username: 'eric' });
  const status = await events(null, 'status').ended;
  await running.projections.caughtUp();
  expect(status).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The log ends with event \d+, hash [0-9a-f]{64}\.\n$/),
  });
}, 120_000);

// Proves I8-move-4
it('rebuilds the read models after forget if a log restored without its database ends too early', async () => {
  await stop();
  // a log that ends before what the database has seen, as one restored from an older backup
  await database.pool.query(
    `SET session_replication_role = replica; DELETE FROM es.events WHERE position > ${end.seq}`,
  );
  await expect(startOn(null)).rejects.toThrow('npm run events -- forget');

  expect(await events(null, 'forget', '--yes').ended).toMatchObject({ code: 0, err: '' });
  const mailed = await mails();
  const { portal: running } = await startOn(null);
  await running.projections.caughtUp();
  await expectProved(portal as TestPortal, invoices.slice(0, 9));
  expect(await lastEvent()).toEqual(end);
  expect(await mails()).toBe(mailed);
}, 120_000);
