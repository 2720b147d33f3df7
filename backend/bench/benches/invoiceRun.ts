import { paths } from '@portal/contract';
import { addPeriods, cutOffOf, earliestRun, periodOfInstant } from '@portal/domain';
import { figure } from '@portal/tools/statistics.ts';
import type { Pool } from 'pg';
import { atMost, type Bench, secondsOf } from '../bench.ts';
import { adminAt, onPostgres, type Place } from '../place.ts';
import { megabytesOf } from '../processTime.ts';
import { writeDealers } from '../writeLogs.ts';

/** Billing zone of the measured portals. */
const ZONE = 'America/New_York';
const SITES_EACH = 10;
const MAX_SECONDS = 10;
const MAX_REPEAT_SECONDS = 3;
const MAX_MB = 400;

/** The monthly run of a large portal, in a portal process of its own. */
export const invoiceRun: Bench = {
  name: 'invoice-run',
  title: 'The invoice run, 100,000 active sites in 10,000 accounts',
  run: onPostgres(async (place, { quick, say }) => {
    const accounts = quick ? 300 : 10_000;
    const log = await place.openLog();
    say(`writing ${figure(accounts)} accounts with ${SITES_EACH} active sites each`);
    const { monthlyCents } = await writeDealers(log, accounts, SITES_EACH, true);
    say('bringing the read models up to date');
    await log.updateReadModels();
    await log.close();
    say('running the billing of a month, twice');
    const run = await runNextMonth(place);
    const { note } = await place.prove();
    const after = await place.openLog();
    await proveInvoices(after.pool, accounts, monthlyCents);
    await after.close();
    return {
      tables: [
        {
          columns: ['invoices', 'lines', 'run s', 'invoices/s', 'repeat s', 'most memory MB'],
          rows: [
            [accounts, accounts * SITES_EACH, run.first, accounts / run.first, run.repeat, run.megabytes].map(
              figure,
            ),
          ],
        },
      ],
      goals: [
        atMost('run', MAX_SECONDS, run.first, ' s'),
        atMost('repeat writes nothing', MAX_REPEAT_SECONDS, run.repeat, ' s'),
        atMost('memory', MAX_MB, run.megabytes, ' MB'),
      ],
      notes: [
        "A whole portal in one process (API, projections, notifications), asked over HTTP; the answer waits for the read models. Each invoice is a stream of its own, its Bill To block encrypted with its account's key.",
        'The issued total is the sum of readers times rate, to the cent; one invoice per account; numbers dense from 1; the repeat wrote nothing.',
        note,
      ],
    };
  }),
};

/**
 * Bills the next month twice by a portal whose clock is at that time, which it then ends.
 * @returns seconds of the runs, and the most memory of the portal
 * @throws Error if the repeat wrote something
 */
export async function runNextMonth(
  place: Place,
): Promise<{ readonly first: number; readonly repeat: number; readonly megabytes: number }> {
  const period = addPeriods(periodOfInstant(new Date().toISOString(), ZONE), 1);
  const portal = await place.startPortal({
    NOW: new Date(earliestRun(cutOffOf(period, ZONE))).toISOString(),
    BILLING_TZ: ZONE,
    PORTAL_ROLES: 'api,projections,reactions',
  });
  const admin = await adminAt(portal);
  const answers: string[] = [];
  const bill = async () => {
    answers.push((await admin.expect(200, 'POST', paths.admin.runBilling, { period })).text);
  };
  const [first, repeat] = [await secondsOf(bill), await secondsOf(bill)];
  if (answers[0] !== answers[1]) throw new Error(`The repeat answered ${answers[1]}, not ${answers[0]}.`);
  return { first, repeat, megabytes: await megabytesOf(portal.pid, 'VmHWM') };
}

/** @throws Error that says what is wrong with the invoices in the log */
async function proveInvoices(pool: Pool, accounts: number, monthlyCents: number): Promise<void> {
  const { rows } = await pool.query<Record<string, string>>(
    `WITH issued AS (SELECT data::jsonb AS invoice FROM es.events WHERE type = 'InvoiceIssued')
     SELECT count(*) AS invoices, count(DISTINCT invoice->>'accountId') AS accounts,
       count(DISTINCT invoice->>'invoiceNumber') AS numbers,
       max(right(invoice->>'invoiceNumber', -11)::integer) AS highest,
       sum((invoice->>'totalCents')::bigint) AS total,
       sum((SELECT sum((line->>'readers')::bigint * (line->>'rateCents')::bigint)
         FROM jsonb_array_elements(invoice->'lines') AS line)) AS lines_total,
       sum(jsonb_array_length(invoice->'lines')) AS lines,
       (SELECT count(*) FROM es.events WHERE type = 'BillingRunCompleted') AS runs
     FROM issued`,
  );
  const wanted = {
    invoices: accounts,
    accounts,
    numbers: accounts,
    highest: accounts,
    total: monthlyCents,
    lines_total: monthlyCents,
    lines: accounts * SITES_EACH,
    runs: 1,
  };
  for (const [what, value] of Object.entries(wanted)) {
    const found = Number(rows[0]?.[what]);
    if (found !== value) throw new Error(`${what}: ${found} in the log, not ${value}.`);
  }
}
