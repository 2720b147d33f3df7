import { randomUUID } from 'node:crypto';
import {
  accountStream,
  addPeriods,
  cutOffOf,
  earliestRun,
  firstDayOf,
  type Period,
  periodOfInstant,
  siteStream,
} from '@portal/domain';
import { composePortal } from '@portal/server';
import { readSettings } from '@portal/server/app/settings.ts';
import { newCommand } from '@portal/server/kernel/commandContext.ts';
import { BILLING_ACTOR, runBilling } from '@portal/server/modules/billing/run.ts';
import { createLogger } from '@portal/server/platform/http/logger.ts';
import { v7 } from 'uuid';
import { openLog } from '../openLog.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';
import { writeSites } from '../siteLog.ts';

// Writes the history of one company with an invoice each month, in a portal whose clock follows; then events of others.
const numberIn = (name: string) => Number(process.env[name]);
const [sites, months, others] = [numberIn('SITES'), numberIn('MONTHS'), numberIn('OTHER_EVENTS')];
const accountId = process.env.ACCOUNT_ID ?? '';
/** Months between changes of a site's reader count. */
const CHANGES_EVERY = 2;

const settings = await readSettings(process.env);
const log = createLogger(settings.logLevel, process.stderr);
let clock: Date | null = null;
const now = () => clock ?? new Date();
const portal = await composePortal(settings, { bcryptCost: 4, log, now }).start();
const events = await openLog(process.env.DATABASE_URL ?? '', settings.keyEncryptionKey);

const zone = settings.billingTimeZone;
const current = periodOfInstant(new Date().toISOString(), zone);
const startOf = (period: Period) => new Date(earliestRun(cutOffOf(period, zone)));
const written = Array.from({ length: sites }, (_, number) => ({ siteId: v7(), number, revision: 0n }));

// the month before the first invoice
const opened = startOf(addPeriods(current, -months));
await events.append(accountStream(accountId), accountOpened(accountId), 'no_stream', accountId, opened);
const day = firstDayOf(addPeriods(current, -months));
for (const { siteId, number } of written) {
  const site = siteAdded(siteId, accountId, {
    siteName: `Harbor Gate ${number}`,
    readers: 1 + (number % 40),
    requestedDate: day,
    activeFrom: day,
  });
  await events.append(siteStream(siteId), site, 'no_stream', accountId, opened);
}
for (let month = 1; month <= months; month += 1) {
  const period = addPeriods(current, month - months);
  const before = new Date(startOf(period).getTime() - 86_400_000);
  await Promise.all(
    written
      .filter(({ number }) => number % CHANGES_EVERY === month % CHANGES_EVERY)
      .map(async (site) => {
        const { siteId, number, revision } = site;
        const readers = 1 + ((number + month * 7) % 40);
        const changed = { type: 'ReaderCountChanged' as const, data: { siteId, accountId, readers } };
        await events.append(siteStream(siteId), changed, revision, accountId, before);
        site.revision += 1n;
      }),
  );
  clock = startOf(period);
  const context = newCommand(clock, BILLING_ACTOR, randomUUID());
  const { result } = await runBilling(portal.billing, period, context);
  if (result.issued !== 1) throw new Error(`${result.issued} invoices were issued for ${period}.`);
}
clock = null;
await writeSites(events, { sites: others / 10, eventsEach: 10, arrangement: 'clustered' });
await portal.projections.caughtUp();
await portal.database.pool.query('ANALYZE');
process.once('SIGTERM', () => {
  void portal
    .stop()
    .then(() => events.close())
    .then(() => process.exit(0));
});
process.stdout.write(`ready at ${portal.url}\n`);
