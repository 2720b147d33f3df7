import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BillingPortal, startBillingPortal } from './support/billingPortal.ts';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let test: BillingPortal;

// the command line has the machine's clock, so the history lies two months back from it
const now = new Date();
const monthsAgo = (months: number, day: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day, 12));
const periodAgo = (months: number) => monthsAgo(months, 15).toISOString().slice(0, 7);

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  test = await startBillingPortal(monthsAgo(2, 10).toISOString(), {
    database,
    environment: { BILLING_TZ: 'UTC' },
  });
  await test.newSite(await test.newDealer('ann'), { site_name: 'Harbor Gate' });
  test.setClock(now.toISOString());
}, 180_000);
afterAll(async () => {
  await test.stop();
  await database.close();
});

/** Runs the command line beside the portal that has the database. */
const billing = (...parameters: string[]) =>
  commandLine('billing', parameters, { ...environmentOf(test.settings), BILLING_TZ: 'UTC' }).ended;

// Proves S6-run-9
it('shows what is due, does a dry run, runs, repeats, and previews the next month', async () => {
  const [first, second, coming] = [periodAgo(1), periodAgo(0), periodAgo(-1)];
  const nothing = await billing('status');
  expect(nothing).toMatchObject({ code: 0, err: '' });
  expect(nothing.out).toContain('There are no billing runs yet.');
  expect(nothing.out).toContain(`Due and not completed: ${first}, ${second}`);

  const events = await test.eventCount();
  const dry = await billing('run', '--period', first, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toMatch(/Doe Security \(demo\) +1 +\$65\.00 +\$0\.00 +\+\$65\.00 +priced/);
  expect(dry.out).toContain('1 invoice totaling $65.00, last month $0.00. Nothing was written.');
  expect(await test.eventCount()).toBe(events);

  const run = await billing('run', '--period', first, '--reason', 'Asked by accounting');
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain('billing 1 of 1 companies');
  expect(run.out).toContain('1 invoice totaling $65.00');
  expect(await test.issued(first)).toMatchObject([{ totalCents: 6_500 }]);
  const [started] = await test.stored('BillingRunStarted');
  expect(started?.metadata).toMatchObject({
    reason: 'Asked by accounting',
    actor: { kind: 'system', id: 'billing command line' },
  });

  const written = await test.eventCount();
  expect((await billing('run', '--period', first)).out).toContain(
    'were already issued; nothing was written.',
  );
  const preview = await billing('preview');
  expect(preview.out).toContain('Harbor Gate: 10 × $6.50 (account) = $65.00');
  expect(preview.out).toContain(
    `${new Date(`${coming}-01`).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })}`,
  );
  const status = await billing('status');
  expect(status.out).toMatch(new RegExp(`${first} +completed +1 +\\$65\\.00 +0 +0`));
  expect(status.out).toContain(`Due and not completed: ${second}`);
  expect(await test.eventCount()).toBe(written);
}, 300_000);

// Proves S6-run-9
it('reports an error in one line', async () => {
  const early = await billing('run', '--period', periodAgo(-2));
  expect(early).toMatchObject({ code: 1, out: '' });
  expect(early.err).toBe(`The invoices of ${periodAgo(-2)} can't be issued before the month begins.\n`);
  expect((await billing('pay')).err).toMatch(/^There is no command pay\./);
}, 180_000);

// Proves S6-run-9
it('previews all differences of a company, of which an answer to a page has the first 100', async () => {
  await test.newSites(await test.newAccount('Carl Locks'), 102);
  const period = periodAgo(-1);
  const preview = await billing('preview', '--period', period);
  expect(preview).toMatchObject({ code: 0, err: '' });
  const [, text = ''] = preview.out.split('Carl Locks (demo): $6,630.00 (priced)\n');
  const told = text.split('\n\n')[0]?.match(/ {2}\* .*/g);
  expect(told).toHaveLength(102);
  expect(told?.at(-1)).toBe('  * Pier 00102 is now billed: 10 readers at $6.50, +$65.00');

  const { json } = await (await test.admin()).get(`/api/admin/billing-preview?period=${period}`);
  const carl = json.accounts.find(({ total }: { total: number }) => total === 6_630);
  expect(carl.lines).toHaveLength(102);
  expect(carl.differences).toHaveLength(101);
  expect(carl.differences.at(-1)).toBe('2 more differences');
}, 180_000);
