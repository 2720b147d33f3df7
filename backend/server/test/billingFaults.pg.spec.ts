import { spawn } from 'node:child_process';
import path from 'node:path';
import { invoiceNumbersStream } from '@portal/domain';
import { scenario, sized } from '@portal/event-store/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { inParallel } from '../src/kernel/inParallel.ts';
import type { BillingPorts } from '../src/modules/billing/ports.ts';
import { runBilling } from '../src/modules/billing/run.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, startBillingPortal } from './support/billingPortal.ts';
import { environmentOf } from './support/commandLine.ts';
import { eventually } from './support/eventually.ts';
import { holdAppends } from './support/heldAppends.ts';
import { RUN } from './support/runProgram.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function portalAt(start: string, options: Parameters<typeof startBillingPortal>[1] = {}) {
  const test = await startBillingPortal(start, options);
  let stopped = false;
  const stop = async () => {
    if (!stopped) await test.stop();
    stopped = true;
  };
  open.push(stop);
  return { ...test, stop };
}

async function sharedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ empty: true });
  open.push(() => database.close());
  return database;
}

const R9 = scenario('R9');
const R10 = scenario('R10');
const AT_ONCE_ACCOUNTS = sized(120, 600);
const KILLED_ACCOUNTS = sized(600, 3_000);
/** Invoices that are there for certain when a run is killed. */
const KILLED_AFTER = 50;
/** Ten readers at $6.50. */
const TOTAL_CENTS = 6_500;

const BEFORE = '2026-11-05T15:00:00.000Z';
const AFTER = '2026-12-01T05:02:00.000Z';
const DECEMBER = '2026-12';

/** So many companies with one site each. */
async function companies(test: BillingPortal, count: number): Promise<void> {
  await inParallel(Array.from({ length: count }), 32, async () => {
    await test.newSite(await test.newAccount());
  });
}

const run = (test: BillingPortal, ports: BillingPorts = test.portal.billing) =>
  runBilling(ports, DECEMBER, test.command());

/** One invoice an account, numbers without gap or repetition, one run that says what the invoices come to. */
async function expectOnce(test: BillingPortal, accounts: number): Promise<void> {
  const issued = await test.issued(DECEMBER);
  expect(new Set(issued.map(({ accountId }) => accountId)).size).toBe(accounts);
  expect(issued).toHaveLength(accounts);
  expect(issued.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    issued.map((_, index) => `INV-202612-${String(index + 1).padStart(4, '0')}`),
  );
  const started = (await test.stored('BillingRunStarted')).filter(({ data }) => data.period === DECEMBER);
  expect(started).toHaveLength(1);
  expect(new Set(issued.map(({ cutSeq }) => cutSeq))).toEqual(new Set([started[0]?.data.cutSeq]));
  const completed = (await test.stored('BillingRunCompleted')).filter(({ data }) => data.period === DECEMBER);
  expect(completed).toHaveLength(1);
  expect(completed[0]?.data).toMatchObject({
    issued: accounts,
    totalCents: issued.reduce((sum, { totalCents }) => sum + totalCents, 0),
  });
}

describe('R9: a run repeated, concurrent or interrupted', () => {
  // Proves S6-run-4, I8-R9
  it(
    'issues one invoice per account when two portals run it concurrently',
    async () => {
      const database = await sharedDatabase();
      const one = await portalAt(BEFORE, { database });
      const two = await portalAt(BEFORE, { database });
      await companies(one, AT_ONCE_ACCOUNTS);
      for (const test of [one, two]) test.setClock(AFTER);
      const outcomes = await Promise.all([run(one), run(two), run(one)]);
      await expectOnce(one, AT_ONCE_ACCOUNTS);
      const whole = { issued: AT_ONCE_ACCOUNTS, totalCents: AT_ONCE_ACCOUNTS * TOTAL_CENTS };
      for (const { result } of outcomes) expect(result).toMatchObject(whole);
      R9.did(3, `runs at once over ${AT_ONCE_ACCOUNTS} accounts`);
    },
    sized(60_000, 300_000),
  );

  // Proves S6-run-4, I8-R9
  it(
    'continues after a kill, without a second invoice or number',
    async () => {
      const database = await sharedDatabase();
      const test = await portalAt(BEFORE, { database });
      await companies(test, KILLED_ACCOUNTS);
      const appends = await holdAppends(database.pool, 'InvoiceIssued', KILLED_AFTER);
      const child = spawn(process.execPath, [RUN, path.join(import.meta.dirname, 'programs/billingRun.ts')], {
        env: {
          ...process.env,
          NOW: AFTER,
          PERIOD: DECEMBER,
          PORT: '0',
          ...environmentOf(test.settings),
          PORTAL_ROLES: 'projections',
          LOG_LEVEL: 'warn',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
      try {
        await appends.held(120);
      } finally {
        child.kill('SIGKILL');
        await ended;
        await appends.undo();
      }
      expect(await ended).toBe('SIGKILL');
      const midway = (await test.issued(DECEMBER)).length;
      expect(midway).toBeGreaterThan(KILLED_AFTER);
      expect(midway).toBeLessThan(KILLED_ACCOUNTS);
      expect(await test.stored('BillingRunCompleted')).toEqual([]);

      test.setClock(AFTER);
      const { result } = await run(test);
      expect(result).toMatchObject({ issued: KILLED_ACCOUNTS, totalCents: KILLED_ACCOUNTS * TOTAL_CENTS });
      await expectOnce(test, KILLED_ACCOUNTS);
      R9.did(1, `run over ${KILLED_ACCOUNTS} accounts killed midway`);
      R9.measured('invoices issued before the kill', String(midway));
    },
    sized(180_000, 600_000),
  );

  // Proves S6-run-4
  it('resumes wherever it was interrupted, with carried amounts and credits', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const dealer = await test.newDealer('ann');
    const site = await test.newSite(dealer, { number_of_readers: '1', custom_reader_rate: '0.30' });
    await test.newSite(await test.newAccount());
    // $0.30 is too little for a card: December takes it over
    test.setClock('2026-11-01T04:02:00.000Z');
    await runBilling(test.portal.billing, '2026-11', test.command());
    await editSite(test.portal.commands, site, { number_of_readers: 10 }, test.command());
    test.setClock(AFTER);

    const { billing } = test.portal;
    const before = await test.eventCount();
    let steps = 0;
    for (let allowed = 0; ; allowed += 1) {
      steps = 0;
      const broken: BillingPorts = {
        ...billing,
        commands: {
          ...billing.commands,
          execute: (execution) => {
            steps += 1;
            if (steps > allowed) throw new Error('broke off');
            return billing.commands.execute(execution);
          },
        },
      };
      const outcome = await run(test, broken).catch((error: Error) => error.message);
      if (outcome !== 'broke off') break;
    }
    // the run, its numbers, the remainder, two invoices, the end
    expect((await test.eventCount()) - before).toBe(6);
    R9.did(steps, 'places where a run broke off');
    await expectOnce(test, 2);
    const [carried] = await test.stored('InvoiceCarried');
    const own = (await test.issued(DECEMBER)).find(({ accountId }) => accountId === dealer.accountId);
    expect(carried?.data.toInvoiceId).toBe(own?.invoiceId);
    expect(own).toMatchObject({ totalCents: 330, adjustments: [{ kind: 'carried', amountCents: 30 }] });
  }, 60_000);

  // Proves S6-run-4
  it('assigns no number twice to concurrent requests', async () => {
    const test = await portalAt(BEFORE);
    await companies(test, 2);
    test.setClock(AFTER);
    await Promise.all([run(test), run(test), run(test), run(test)]);
    await expectOnce(test, 2);
    const numbers = await test.stored('InvoiceNumbersAssigned');
    expect(numbers.every(({ stream }) => stream === invoiceNumbersStream(DECEMBER))).toBe(true);
    expect(numbers.flatMap(({ data }) => data.invoiceIds)).toHaveLength(2);
    R9.lost(0, 'invoices or numbers twice, or missing');
  });
});

describe('R10: the server down over the 1st', () => {
  // Proves S6-run-5, I8-R10
  it('catches up within a minute, month by month, with the state at each cut-off', async () => {
    const database = await sharedDatabase();
    const before = await portalAt('2026-10-05T15:00:00.000Z', { database });
    const ann = await before.newDealer('ann');
    const site = await before.newSite(ann, { number_of_readers: '10' });
    before.setClock('2026-11-03T15:00:00.000Z');
    await editSite(before.portal.commands, site, { number_of_readers: 20 }, before.command());
    before.setClock('2026-12-24T15:00:00.000Z');
    await editSite(before.portal.commands, site, { number_of_readers: 30 }, before.command());
    await before.stop();

    const began = performance.now();
    const after = await portalAt('2027-01-15T08:00:00.000Z', {
      database,
      environment: { PORTAL_ROLES: 'api,projections,jobs' },
    });
    await eventually(async () => (await after.issued('2027-01')).length > 0, 60);
    const caughtUpMs = performance.now() - began;
    expect(caughtUpMs).toBeLessThan(60_000);
    const issued = (await after.stored('InvoiceIssued')).map(({ data }) => data);
    expect(issued.map(({ period, invoiceDate, totalCents }) => [period, invoiceDate, totalCents])).toEqual([
      ['2026-11', '2026-11-01', 6_500],
      ['2026-12', '2026-12-01', 13_000],
      ['2027-01', '2027-01-01', 19_500],
    ]);
    await eventually(async () => (await after.stored('BillingRunCompleted')).length === 3);
    R10.did(issued.length, 'months missed');
    R10.lost(0, 'invoices');
    R10.measured('caught up after the start within', `${(caughtUpMs / 1_000).toFixed(1)} s`);
  }, 120_000);
});
