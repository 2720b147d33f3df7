import { randomBytes } from 'node:crypto';
import { accountStream, siteStream } from '@portal/domain';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { withPostgres } from '@portal/tools/scratch.ts';
import { figure } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench } from '../bench.ts';
import { type MeasuredRun, measureInvoiceRun } from '../measureInvoiceRun.ts';
import { type OpenLog, openLog } from '../openLog.ts';
import { proveLog } from '../proof.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';

const SIZES = { usual: { accounts: 10_000, sitesEach: 10 }, quick: { accounts: 300, sitesEach: 10 } };
/** Accounts written at once. */
const AT_ONCE = 64;
const MAX_SECONDS = 10;
const MAX_REPEAT_SECONDS = 3;
const MAX_MB = 400;

/** The monthly run of a large portal, in a portal process of its own. */
export const invoiceRun: Bench = {
  name: 'invoice-run',
  title: 'The invoice run, 100,000 active sites in 10,000 accounts',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const { accounts, sitesEach } = SIZES[quick ? 'quick' : 'usual'];
      const key = randomBytes(32);
      const log = await openLog(connectionString, key);
      say(`writing ${figure(accounts)} accounts with ${sitesEach} active sites each`);
      const expected = await writeAccounts(log, accounts, sitesEach);
      say('bringing the read models up to date');
      await log.updateReadModels();
      const before = await countEvents(log);
      await log.close();

      say('running the billing of a month');
      const measured = await measureInvoiceRun(connectionString, folder, key);

      say('proving the invoices, the log and the read models');
      const { events, note } = await proveLog(connectionString, key);
      await proveInvoices(connectionString, key, { accounts, sitesEach, expected, measured });
      const seconds = measured.firstMs / 1_000;
      return {
        tables: [
          {
            columns: ['invoices', 'lines', 'run s', 'invoices/s', 'repeat ms', 'most memory MB'],
            rows: [
              [
                figure(measured.issued),
                figure(accounts * sitesEach),
                figure(seconds),
                figure(measured.issued / seconds),
                figure(measured.repeatMs),
                figure(measured.mostMb),
              ],
            ],
          },
        ],
        goals: [
          atMost('run', MAX_SECONDS, seconds, ' s'),
          atMost('repeat writes nothing', MAX_REPEAT_SECONDS, measured.repeatMs / 1_000, ' s'),
          atMost('memory', MAX_MB, measured.mostMb, ' MB'),
        ],
        notes: [
          `A whole portal in one process (API, projections, notifications) beside the run; each invoice a stream of its own, its Bill To block encrypted with a key of its own. The run appended ${figure(events - before)} events.`,
          'The issued total is the sum of readers times rate, to the cent; one invoice per account; numbers dense from 1; the repeat wrote nothing.',
          note,
        ],
      };
    }),
};

/** @returns the monthly total of these sites, in cents */
async function writeAccounts({ append }: OpenLog, accounts: number, sitesEach: number): Promise<bigint> {
  let total = 0n;
  await inParallel([...Array(accounts).keys()], AT_ONCE, async (index) => {
    const accountId = v7();
    const opened = accountOpened(accountId, `Doe Security ${index}`);
    await append(accountStream(accountId), opened, 'no_stream', accountId);
    await inParallel([...Array(sitesEach).keys()], sitesEach, async (number) => {
      const siteId = v7();
      const mixed = index * sitesEach + number;
      const readers = 1 + ((mixed * 31) % 97);
      const customRateCents = mixed % 7 === 0 ? 401 + (mixed % 200) : null;
      total += BigInt(readers) * BigInt(customRateCents ?? 650);
      const siteName = `Harbor Gate ${mixed}`;
      const site = siteAdded(siteId, accountId, { siteName, readers, customRateCents });
      await append(siteStream(siteId), site, 'no_stream', accountId);
    });
  });
  return total;
}

async function countEvents({ pool }: OpenLog): Promise<number> {
  const { rows } = await pool.query<{ events: string }>('SELECT count(*) AS events FROM es.events');
  return Number(rows[0]?.events);
}

/** @throws Error that says what is wrong with the invoices in the log */
async function proveInvoices(
  databaseUrl: string,
  key: Buffer,
  {
    accounts,
    sitesEach,
    expected,
    measured,
  }: {
    readonly accounts: number;
    readonly sitesEach: number;
    readonly expected: bigint;
    readonly measured: MeasuredRun;
  },
): Promise<void> {
  const log = await openLog(databaseUrl, key);
  try {
    const { rows } = await log.pool.query<Record<string, string>>(
      `WITH issued AS (SELECT data::jsonb AS invoice FROM es.events WHERE type = 'InvoiceIssued')
       SELECT count(*) AS invoices, count(DISTINCT invoice->>'accountId') AS accounts,
         count(DISTINCT invoice->>'invoiceNumber') AS numbers,
         max(right(invoice->>'invoiceNumber', -11)::integer) AS highest,
         sum((invoice->>'totalCents')::bigint) AS total,
         sum((SELECT sum((line->>'readers')::bigint * (line->>'rateCents')::bigint)
           FROM jsonb_array_elements(invoice->'lines') AS line)) AS lines_total,
         sum(jsonb_array_length(invoice->'lines')) AS lines
       FROM issued`,
    );
    const wanted = {
      invoices: `${accounts}`,
      accounts: `${accounts}`,
      numbers: `${accounts}`,
      highest: `${accounts}`,
      total: `${expected}`,
      lines_total: `${expected}`,
      lines: `${accounts * sitesEach}`,
    };
    for (const [what, value] of Object.entries(wanted)) {
      const found = `${rows[0]?.[what]}`;
      if (found !== value) throw new Error(`${what}: ${found} in the log, not ${value}.`);
    }
    if (`${measured.totalCents}` !== `${expected}`) throw new Error('The run reported another total.');
    if (measured.repeatWrote) throw new Error('The repeat wrote something.');
  } finally {
    await log.close();
  }
}
