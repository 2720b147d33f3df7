import { randomBytes } from 'node:crypto';
import { accountStream, siteStream } from '@portal/domain';
import { v7 } from 'uuid';
import type { Bench } from '../bench.ts';
import { type MeasuredRun, measureInvoiceRun } from '../measureInvoiceRun.ts';
import { openBackend } from '../openBackend.ts';
import { type OpenLog, openLog } from '../openLog.ts';
import { proveLog } from '../proof.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';
import { withPostgres } from '../scratch.ts';
import { figure } from '../statistics.ts';

const SIZES = { usual: { accounts: 10_000, sitesEach: 10 }, quick: { accounts: 300, sitesEach: 10 } };
/** Accounts that are written at once. */
const AT_ONCE = 64;
const MOST_SECONDS = 15;
const MOST_REPEAT_SECONDS = 3;
const MOST_MB = 512;

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
      const projections = await log.follow();
      await projections.caughtUp();
      await projections.stop();
      await log.pool.query('ANALYZE');
      const before = await countEvents(log);
      await log.close();

      say('running the billing of a month');
      const measured = await measureInvoiceRun(connectionString, folder, key);

      say('proving the invoices, the log and the read models');
      const { events } = await proveLog(connectionString, key);
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
          goal('run', `<= ${MOST_SECONDS} s`, `${figure(seconds)} s`, seconds <= MOST_SECONDS),
          goal(
            'repeat writes nothing',
            `<= ${MOST_REPEAT_SECONDS} s`,
            `${figure(measured.repeatMs / 1_000)} s`,
            measured.repeatMs <= MOST_REPEAT_SECONDS * 1_000,
          ),
          goal('memory', `<= ${MOST_MB} MB`, `${figure(measured.mostMb)} MB`, measured.mostMb <= MOST_MB),
        ],
        notes: [
          `A whole portal in one process (API, projections, notifications) beside the run; each invoice a stream of its own, its Bill To block encrypted with a key of its own. The run appended ${figure(events - before)} events.`,
          `Proved afterwards over ${figure(events)} events: the issued total is the sum of readers times rate as they were written, to the cent; one invoice an account; numbers dense from 1; the repeat wrote nothing; index equal to log, every read model equal to its rebuild.`,
        ],
      };
    }),
};

const goal = (what: string, bound: string, measured: string, met: boolean) => ({
  what,
  goal: bound,
  measured,
  met,
});

/** @returns what a month of these sites comes to, in cents */
async function writeAccounts({ append }: OpenLog, accounts: number, sitesEach: number): Promise<bigint> {
  let next = 0;
  let total = 0n;
  const writer = async () => {
    for (let index = next++; index < accounts; index = next++) {
      const accountId = v7();
      await append(
        accountStream(accountId),
        accountOpened(accountId, `Doe Security ${index}`),
        'no_stream',
        accountId,
      );
      await Promise.all(
        Array.from({ length: sitesEach }, async (_, number) => {
          const siteId = v7();
          const mixed = index * sitesEach + number;
          const readers = 1 + ((mixed * 31) % 97);
          const customRateCents = mixed % 7 === 0 ? 401 + (mixed % 200) : null;
          total += BigInt(readers) * BigInt(customRateCents ?? 650);
          const site = siteAdded(siteId, accountId, {
            siteName: `Harbor Gate ${mixed}`,
            readers,
            customRateCents,
          });
          await append(siteStream(siteId), site, 'no_stream', accountId);
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
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
  const backend = await openBackend(databaseUrl, key);
  try {
    const { rows } = await backend.pool.query<Record<string, string>>(
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
    await backend.close();
  }
}
