import { randomUUID } from 'node:crypto';
import type { BillingRun } from '@portal/contract';
import {
  addPeriods,
  formatCutOff,
  formatPeriod,
  isPeriod,
  type Period,
  periodOfInstant,
} from '@portal/domain';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import { newCommand } from '../../kernel/commandContext.ts';
import {
  differenceText,
  listRuns,
  type Preview,
  type PreviewedAccount,
  periodsToBill,
  previewBilling,
  type RunOutcome,
  runBilling,
} from '../../modules/billing/module.ts';
import type { Portal } from '../compose.ts';
import { progressPrinter } from '../startup/progress.ts';
import { commandLine, counted, print, textTable } from './commandLine.ts';
import { onPortal } from './connect.ts';

type Billing = Portal['billing'];

const ACTOR = { kind: 'system', id: 'billing command line' } as const;

/** `npm run billing`, with or without a running portal. */
export const billing = commandLine({
  usage: [
    'npm run billing -- run --period 2026-12 [--dry-run] [--reason text]   issues all invoices that are due',
    'npm run billing -- preview [--period 2026-12]                         shows what a run would issue, line by line',
    'npm run billing -- status                                             lists past runs and due months',
  ],
  options: { period: { type: 'string' }, reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  commands: {
    run: {
      takes: ['period', 'reason', 'dry-run'],
      read({ period, reason, 'dry-run': dryRun }, misuse) {
        if (period === undefined) throw misuse('run needs --period, a month such as 2026-12.');
        if (!isPeriod(period)) throw misuse(notAPeriod(period));
        return () =>
          onPortal(({ billing: ports }, signal) =>
            dryRun === true ? showTotals(ports, period) : run(ports, period, reason, signal),
          );
      },
    },
    preview: {
      takes: ['period'],
      read({ period }, misuse) {
        if (period !== undefined && !isPeriod(period)) throw misuse(notAPeriod(period));
        return () => onPortal(({ billing: ports }) => preview(ports, period));
      },
    },
    status: { read: () => () => onPortal(({ billing: ports }) => status(ports)) },
  },
});

const notAPeriod = (text: string) => `--period must be a month such as 2026-12, not ${text}.`;

async function run(
  ports: Billing,
  period: Period,
  reason: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const bar = progressPrinter('billing', 'companies');
  const context = newCommand(ports.now(), ACTOR, randomUUID());
  print(
    runText(
      await runBilling(ports, period, context, { signal, reason, onProgress: bar.show }),
      ports.timeZone,
    ),
  );
}

async function showTotals(ports: Billing, period: Period): Promise<void> {
  print(dryRunTable(await previewBilling(ports, period)));
}

/** By default of the coming month. */
async function preview(ports: Billing, period?: Period): Promise<void> {
  const coming = addPeriods(periodOfInstant(ports.now().toISOString(), ports.timeZone), 1);
  print(previewText(await previewBilling(ports, period ?? coming)));
}

async function status(ports: Billing): Promise<void> {
  await ports.upToDate(['logIndex']);
  const { rows: runs } = await listRuns(ports);
  const done = new Set(runs.flatMap(({ period, status: is }) => (is === 'completed' ? period : [])));
  const due = (await periodsToBill(ports)).filter((period) => !done.has(period));
  print(statusText(runs, due));
}

const SKIPPED: Record<string, string> = {
  no_active_sites: 'skipped: no active site',
  not_open: 'skipped: no company yet',
  canceled: 'skipped: canceled, and not reissued',
};

const outcomeOf = ({ outcome, skippedBecause: because }: PreviewedAccount) => {
  if (outcome === 'parked') return 'not billed: its data could not be read';
  return because === null ? outcome : (SKIPPED[because] ?? because);
};
const nameOf = ({ companyName, accountId, isDemo }: PreviewedAccount) =>
  `${companyName ?? accountId}${isDemo ? ' (demo)' : ''}`;
const dollars = (amount: number) => formatDollars(centsFromDollars(amount));
const signed = (cents: number) => `${cents < 0 ? '-' : '+'}${formatDollars(Math.abs(cents))}`;
const day = (instant: string) => instant.replace('T', ' ').slice(0, 16);

/** A line an account: what a dry run would issue. */
function dryRunTable(preview: Preview): readonly string[] {
  const rows = preview.accounts.map((account) => [
    nameOf(account),
    `${account.lines.length}`,
    formatDollars(account.totalCents),
    formatDollars(account.lastMonthCents),
    signed(account.totalCents - account.lastMonthCents),
    outcomeOf(account),
  ]);
  return [
    ...textTable(['Company', '>Sites', '>Total', '>Last month', '>Difference', ''], rows),
    '',
    totalOf(preview),
  ];
}

/** Every account with its lines and all differences from last month. */
function previewText(preview: Preview): readonly string[] {
  const accounts = preview.accounts.filter(
    ({ outcome, lastMonthCents }) => outcome !== 'skipped' || lastMonthCents > 0,
  );
  const lines = accounts.flatMap((account) => [
    `${nameOf(account)}: ${formatDollars(account.totalCents)} (${outcomeOf(account)})`,
    ...account.lines.map(
      ({ name, readers, rateCents, amountCents, source }) =>
        `    ${name}: ${readers} × ${formatDollars(rateCents)} (${source}) = ${formatDollars(amountCents)}`,
    ),
    ...account.differences.map((difference) => `  * ${differenceText(difference)}`),
    '',
  ]);
  return [...lines, totalOf(preview)];
}

function totalOf({ period, cutOffText, totalCents, lastMonthCents, accounts }: Preview): string {
  const invoices = accounts.filter(({ outcome }) => outcome === 'priced' || outcome === 'issued').length;
  return (
    `${formatPeriod(period)}, cut-off ${cutOffText}: ${counted(invoices, 'invoice')} totaling ${formatDollars(totalCents)}, ` +
    `last month ${formatDollars(lastMonthCents)}. Nothing was written.`
  );
}

/** What a run came to. */
function runText({ period, cut, result, wrote }: RunOutcome, zone: string): readonly string[] {
  const skipped = result.skipped.map(
    ({ reason, accountIds }) => `${accountIds.length} ${SKIPPED[reason] ?? `skipped: ${reason}`}`,
  );
  const parked = result.parked.map((key) => `Not billed, because its data could not be read: ${key}`);
  return [
    wrote
      ? `The invoices of ${formatPeriod(period)} were issued.`
      : `The invoices of ${formatPeriod(period)} were already issued; nothing was written.`,
    `${counted(result.issued, 'invoice')} totaling ${formatDollars(result.totalCents)}, cut-off ${formatCutOff(cut.cutOff, zone)} (event ${cut.cutSeq}).`,
    ...skipped,
    ...parked,
  ];
}

/** The runs there were, and the months that are due. */
function statusText(runs: readonly BillingRun[], due: readonly Period[]): readonly string[] {
  const rows = runs.map(({ period, status, issued, total, skipped, parked, started_at, completed_at }) => [
    period,
    status,
    ...(completed_at === null ? ['', '', '', ''] : [`${issued}`, dollars(total), `${skipped}`, `${parked}`]),
    day(started_at),
    completed_at === null ? '' : day(completed_at),
  ]);
  const numbers = ['>Invoices', '>Total', '>Skipped', '>Not billed'];
  const columns = ['Month', 'Run', ...numbers, 'Started (UTC)', 'Completed (UTC)'];
  return [
    ...(runs.length === 0 ? ['There are no billing runs yet.'] : textTable(columns, rows)),
    '',
    due.length === 0 ? 'Nothing is due.' : `Due and not completed: ${due.join(', ')}`,
  ];
}
