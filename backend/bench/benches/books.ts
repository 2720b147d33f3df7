import { addPeriods, firstDayOf, periodOfInstant } from '@portal/domain';
import { addDays } from '@portal/domain/values';
import { callersFor, figure, quantile } from '@portal/tools/statistics.ts';
import { atMost, type Bench, secondsOf } from '../bench.ts';
import type { HttpCaller } from '../httpCaller.ts';
import { adminAt, onPostgres } from '../place.ts';
import { writeDealers, writeInvoices } from '../writeLogs.ts';

const SITES_EACH = 20;
const MONTHS = 24;
const ZONE = 'America/New_York';
const MAX_P95_MS = 300;
/** A page of the books; recurring revenue prices each site in each month and is read rarely, so it has no goal. */
type Page = readonly [name: string, query: string, withoutGoal?: 'without goal'];

/** The last day of a month, `YYYY-MM-DD`. */
const lastDayOf = (period: string) => addDays(firstDayOf(addPeriods(period, 1)), -1);

/** Pages of the books. `last` is the month before the present one. */
const pagesOf = (present: string, last: string): readonly Page[] => [
  ['receivables, first page', 'receivables?range=[0,24]'],
  [
    'receivables, overdue, by amount',
    'receivables?filter={"overdue":true}&sort=["overdue_amount","DESC"]&range=[0,24]',
  ],
  ['receivables, totals', 'receivables/totals'],
  ['ageing today', 'money-reports/ageing?range=[0,49]'],
  ['ageing at the end of the last month', `money-reports/ageing?endDate=${lastDayOf(last)}&range=[0,49]`],
  ['ageing a year ago', `money-reports/ageing?endDate=${lastDayOf(addPeriods(last, -12))}&range=[0,49]`],
  ['journal of a month', `journal?month=${last}`],
  ['journal of a month, one account, page 20', `journal?month=${last}&account=receivable&page=20`],
  [
    'invoice register of a month',
    `money-reports/invoice-register?startDate=${firstDayOf(last)}&endDate=${lastDayOf(last)}&range=[0,49]`,
  ],
  ['receipts by day', 'receipts?range=[0,24]'],
  [
    'recurring revenue, 12 months',
    `money-reports/recurring-revenue?endDate=${lastDayOf(present)}`,
    'without goal',
  ],
];

/** The bookkeeper's pages of a large portal. */
export const books: Bench = {
  name: 'books',
  title: 'Pages of the books, 5,000 companies with 100,000 sites and 24 months of invoices',
  run: onPostgres(async (place, { quick, say }) => {
    const dealers = quick ? 100 : 5_000;
    const log = await place.openLog();
    const present = periodOfInstant(new Date().toISOString(), ZONE);
    const first = addPeriods(present, 1 - MONTHS);
    say(`writing ${figure(dealers)} companies with ${SITES_EACH} sites each`);
    const began = new Date(`${firstDayOf(addPeriods(first, -1))}T12:00:00.000Z`);
    const { companies, events } = await writeDealers(log, dealers, SITES_EACH, true, began);
    say(`writing ${MONTHS} months of invoices`);
    const written = await writeInvoices(log, companies, { first, months: MONTHS });
    const all = events + written.events;
    say(`bringing the read models up to date with ${figure(all)} events`);
    const followed = await secondsOf(() => log.updateReadModels());
    await log.close();

    // the log was written without reactions, which would follow it for minutes beside what is measured
    const settings = { BILLING_TZ: ZONE, PORTAL_ROLES: 'api,projections' };
    const admin = await adminAt(await place.startPortal(settings));
    await proveTotals(admin, dealers, written.openCents);
    const rows: string[][] = [];
    const goals = [];
    for (const [name, query, withoutGoal] of pagesOf(present, addPeriods(present, -1))) {
      const ask = () => admin.expect(200, 'GET', `/api/admin/${encodeURI(query)}`);
      await ask();
      const { latencies } = await callersFor(1, quick ? 0.3 : 5, ask);
      const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
      rows.push([name, figure(latencies.length), figure(p50), figure(p95)]);
      say(`${name}: ${figure(p50)} ms`);
      if (!withoutGoal) goals.push(atMost(name, MAX_P95_MS, p95, ' ms', 'p95'));
    }
    return {
      tables: [{ columns: ['page', 'answers', 'p50 ms', 'p95 ms'], rows }],
      goals,
      notes: [
        `One administrator over HTTP; reactions and jobs are off. ${figure(all)} events; all projections followed in ${figure(followed)} s. Every ninth company owes four months, the others one.`,
        'Open amounts of Receivables are the sum of the invoices written as open, and the trial balance adds up to 0.',
      ],
    };
  }),
};

/** @throws Error that names a total that is wrong */
async function proveTotals(admin: HttpCaller, companies: number, openCents: number): Promise<void> {
  const read = async (path: string) =>
    JSON.parse((await admin.expect(200, 'GET', `/api/admin/${path}`)).text);
  const [totals] = await read('receivables/totals');
  if (totals.companies !== companies || Math.round(totals.open_amount * 100) !== openCents)
    throw new Error(
      `${totals.companies} companies owe ${totals.open_amount}, not ${companies} ${openCents / 100}.`,
    );
  const { accounts } = await read('journal');
  const closing: number = accounts.reduce(
    (sum: number, one: { closing: number }) => sum + Math.round(one.closing * 100),
    0,
  );
  if (closing !== 0) throw new Error(`The trial balance adds up to ${closing} cents.`);
}
