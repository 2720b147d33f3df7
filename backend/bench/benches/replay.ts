import { randomUUID } from 'node:crypto';
import { type InvoiceReplay, paths } from '@portal/contract';
import {
  accountStream,
  addPeriods,
  cutOffOf,
  earliestRun,
  firstDayOf,
  invoiceIdFor,
  type Period,
  periodOfInstant,
  siteStream,
} from '@portal/domain';
import { composePortal } from '@portal/server';
import { readSettings } from '@portal/server/app/settings.ts';
import { newCommand } from '@portal/server/kernel/commandContext.ts';
import { BILLING_ACTOR, runBilling } from '@portal/server/modules/billing/run.ts';
import { callersFor, figure, quantile } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench, sized } from '../bench.ts';
import { adminAt, onPostgres, type Place } from '../place.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';
import { writeSites } from '../writeLogs.ts';

const SITES = 200;
const MONTHS = 60;
const OTHER_EVENTS = 20_000;
const ZONE = 'America/New_York';
const MAX_MS = 60;
/** Months between changes of a site's reader count. */
const CHANGES_EVERY = 2;

export const replay: Bench = {
  name: 'replay',
  title: `Replaying one invoice of ${SITES} sites with five years of history`,
  run: onPostgres(async (place, options) => {
    const { quick, say } = options;
    const accountId = v7();
    const [sites, months] = quick ? [20, 6] : [SITES, MONTHS];
    const others = sized(options, OTHER_EVENTS, 500);
    say(`writing ${sites} sites, ${months} months and their invoices, and ${figure(others)} other events`);
    const log = await place.openLog();
    await writeHistory(place, accountId, sites, months);
    await writeSites(log, others / 10, 10, 'clustered');
    await log.updateReadModels();
    await log.close();
    const admin = await adminAt(
      await place.startPortal({ BILLING_TZ: ZONE, PORTAL_ROLES: 'api,projections' }),
    );
    const period = periodOfInstant(new Date().toISOString(), ZONE);
    const address = paths.admin.invoiceReplay(invoiceIdFor({ accountId, period, issue: 1 }));
    const ask = async () => {
      const { text } = await admin.expect(200, 'GET', address);
      const { equal, lines } = JSON.parse(text) as InvoiceReplay;
      const explained = lines.filter(({ why }) => why.length > 0).length;
      if (!equal || explained !== sites) throw new Error(`The replay is not the invoice: ${text}`);
    };
    say('replaying');
    for (let warmUp = 0; warmUp < 5; warmUp += 1) await ask();
    const { latencies } = await callersFor(1, quick ? 0.5 : 5, ask);
    const { note } = await place.prove();
    const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
    return {
      tables: [
        {
          columns: ['lines', 'replays', 'p50 ms', 'p95 ms'],
          rows: [[String(sites), String(latencies.length), figure(p50), figure(p95)]],
        },
      ],
      goals: [atMost('replay of one invoice', MAX_MS, p50, ' ms', 'p50')],
      notes: [
        `One administrator over HTTP; ${months} months, every second of which changed a site's readers, with an invoice each, and ${figure(others)} events of others in the log. Each answer says that the invoice equals what the log gives, and tells the reason of every line.`,
        note,
      ],
    };
  }),
};

/** A company with changes and an invoice each month, by a portal in this process whose clock follows. */
async function writeHistory(place: Place, accountId: string, sites: number, months: number): Promise<void> {
  const settings = await readSettings({
    ...place.environment,
    LOG_LEVEL: 'error',
    BILLING_TZ: ZONE,
    PORTAL_ROLES: 'api,projections',
  });
  const current = periodOfInstant(new Date().toISOString(), ZONE);
  const startOf = (period: Period) => new Date(earliestRun(cutOffOf(period, ZONE)));
  let clock = new Date();
  const portal = await composePortal(settings, { bcryptCost: 4, now: () => clock }).start();
  const log = await place.openLog();

  // the month before the first invoice
  const opened = startOf(addPeriods(current, -months));
  await log.append(accountStream(accountId), accountOpened(accountId), 'no_stream', accountId, opened);
  const day = firstDayOf(addPeriods(current, -months));
  const written = Array.from({ length: sites }, (_, number) => ({ siteId: v7(), number, revision: 0n }));
  for (const { siteId, number } of written) {
    const siteName = `Harbor Gate ${number}`;
    const readers = 1 + (number % 40);
    const site = siteAdded(siteId, accountId, { siteName, readers, requestedDate: day, activeFrom: day });
    await log.append(siteStream(siteId), site, 'no_stream', accountId, opened);
  }
  for (let month = 1; month <= months; month += 1) {
    const period = addPeriods(current, month - months);
    const before = new Date(startOf(period).getTime() - 86_400_000);
    for (const site of written.filter(({ number }) => number % CHANGES_EVERY === month % CHANGES_EVERY)) {
      const { siteId, number, revision } = site;
      const readers = 1 + ((number + month * 7) % 40);
      const changed = { type: 'ReaderCountChanged' as const, data: { siteId, accountId, readers } };
      await log.append(siteStream(siteId), changed, revision, accountId, before);
      site.revision += 1n;
    }
    clock = startOf(period);
    const context = newCommand(clock, BILLING_ACTOR, randomUUID());
    const { result } = await runBilling(portal.billing, period, context);
    if (result.issued !== 1) throw new Error(`${result.issued} invoices were issued for ${period}.`);
  }
  await log.close();
  await portal.stop();
}
