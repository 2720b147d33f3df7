import { chaosSeed, scenario, sized } from '@portal/event-store/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runBilling } from '../src/modules/billing/run.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, startBillingPortal } from './support/billingPortal.ts';
import { testDatabase } from './testDatabase.ts';

const ZONE = 'America/New_York';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function portalAt(start: string, options: Parameters<typeof startBillingPortal>[1] = {}) {
  const test = await startBillingPortal(start, options);
  open.push(() => test.stop());
  return test;
}

/** What a clock on the wall shows: `2028-02-29 23:59:59`. */
const onTheWall = (instant: string | number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  );

/** Every month from one to another. */
function months(from: string, to: string): readonly string[] {
  const all: string[] = [];
  for (let at = new Date(`${from}-01T00:00:00Z`); at.toISOString().slice(0, 7) <= to; ) {
    all.push(at.toISOString().slice(0, 7));
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  }
  return all;
}

async function expectEachMonthOnce(test: BillingPortal, from: string, to: string): Promise<void> {
  const started = (await test.stored('BillingRunStarted')).map(({ data }) => data);
  expect(started.map(({ period }) => period)).toEqual(months(from, to));
  for (const { period, cutOff } of started) {
    expect(onTheWall(cutOff)).toBe(`${period}-01 00:00:00`);
    expect(onTheWall(Date.parse(cutOff) - 1).slice(0, 7) < period).toBe(true);
  }
  const issued = (await test.stored('InvoiceIssued')).map(({ data }) => data);
  expect(issued.map(({ period }) => period)).toEqual(months(from, to));
  expect(new Set(issued.map(({ invoiceDate }) => invoiceDate.slice(8)))).toEqual(new Set(['01']));
}

const R11 = scenario('R11');
const TICKS = sized(150, 1_500);
const LAST_YEAR = sized(2029, 2043);

describe('R11: the clock', () => {
  // Proves S6-run-6, I8-R11
  it(
    'bills each month once over two years of ticks, 29 February, daylight saving and a clock that jumps back',
    async () => {
      const test = await portalAt('2027-12-20T15:00:00.000Z');
      await test.newSite(await test.newDealer('ann'));
      // mostly forth by days, at times some minutes back, at times weeks of silence
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: MINUTE, max: 12 * DAY }) },
        { weight: 2, arbitrary: fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }) },
        { weight: 1, arbitrary: fc.integer({ min: 20 * DAY, max: 70 * DAY }) },
      );
      let time = Date.parse('2027-12-20T15:00:00.000Z');
      let ticks = 0;
      for (const by of fc.sample(step, { seed: chaosSeed(), numRuns: TICKS })) {
        if (time > Date.parse(`${LAST_YEAR}-12-15T00:00:00.000Z`)) break;
        ticks += 1;
        time += by;
        test.setClock(new Date(time).toISOString());
        await test.portal.tick();
      }
      expect(time).toBeGreaterThan(Date.parse(`${LAST_YEAR}-12-01T06:00:00.000Z`));
      await expectEachMonthOnce(test, '2028-01', onTheWall(time).slice(0, 7));
      R11.did(ticks, 'ticks of a clock that jumps');
      R11.did((LAST_YEAR - 2027) * 12, 'months');
      R11.lost(0, 'months billed twice or left out');
    },
    sized(120_000, 600_000),
  );

  // Proves S6-run-6
  it('bills at the first tick 2 minutes after midnight, tested each minute around it', async () => {
    const test = await portalAt('2028-02-20T15:00:00.000Z');
    await test.newSite(await test.newDealer('ann'));
    // the end of 29 February, and of 31 October, the day before the clocks go back
    for (const [edge, period] of [
      ['2028-03-01T05:00:00.000Z', '2028-03'],
      ['2028-11-01T04:00:00.000Z', '2028-11'],
    ] as const) {
      for (let minute = -3; minute <= 3; minute += 1) {
        test.setClock(new Date(Date.parse(edge) + minute * MINUTE).toISOString());
        await test.portal.tick();
        const runs = (await test.stored('BillingRunStarted')).filter(({ data }) => data.period === period);
        expect([minute, runs.length]).toEqual([minute, minute < 2 ? 0 : 1]);
      }
    }
    await expectEachMonthOnce(test, '2028-03', '2028-11');
  }, 60_000);

  // Proves S6-run-6, I8-R11
  it('bills everything once if the clocks of two portals differ by 5 minutes', async () => {
    const database = await testDatabase({ empty: true });
    open.push(() => database.close());
    const ahead = await portalAt('2028-01-10T15:00:00.000Z', { database });
    const behind = await portalAt('2028-01-10T14:55:00.000Z', { database });
    const site = await ahead.newSite(await ahead.newDealer('ann'), { number_of_readers: '1' });
    const both = async (instant: string) => {
      ahead.setClock(instant);
      behind.setClock(new Date(Date.parse(instant) - 5 * MINUTE).toISOString());
      await ahead.portal.tick();
      await behind.portal.tick();
    };
    await both('2028-02-01T05:01:59.000Z');
    expect(await ahead.stored('BillingRunStarted')).toEqual([]);
    // the portal ahead bills; to the other one the month has 3 minutes to go, and a change falls into them
    await both('2028-02-01T05:02:00.000Z');
    await editSite(behind.portal.commands, site, { number_of_readers: 7 }, behind.command());
    await both('2028-02-01T05:10:00.000Z');
    await both('2028-03-01T05:10:00.000Z');
    const issued = (await ahead.stored('InvoiceIssued')).map(({ data }) => data);
    expect(issued.map(({ period, totalCents }) => [period, totalCents])).toEqual([
      ['2028-02', 650],
      ['2028-03', 4_550],
    ]);
    const before = await ahead.eventCount();
    for (const test of [ahead, behind]) {
      expect(await runBilling(test.portal.billing, '2028-02', test.command())).toMatchObject({
        wrote: false,
      });
    }
    expect(await ahead.eventCount()).toBe(before);
  }, 60_000);
});
