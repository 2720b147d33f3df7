import { formatCutOff, type Period } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import {
  type BillingPreview,
  differenceText,
  formatPeriod,
  type PreviewedAccount,
  type RecordedRun,
  type RunOutcome,
} from '../../modules/billing/module.ts';
import { counted } from './commandLine.ts';
import { textTable } from './textTable.ts';

const SKIPPED: Record<string, string> = {
  no_active_sites: 'skipped: no active site',
  not_open: 'skipped: no company yet',
  canceled: 'skipped: canceled, and not reissued',
};

const outcomeOf = ({ outcome, skippedBecause }: PreviewedAccount) => {
  if (outcome === 'parked') return 'not billed: its data could not be read';
  return skippedBecause === null ? outcome : (SKIPPED[skippedBecause] ?? skippedBecause);
};
const nameOf = ({ companyName, accountId, isDemo }: PreviewedAccount) =>
  `${companyName ?? accountId}${isDemo ? ' (demo)' : ''}`;
const signed = (cents: number) => `${cents < 0 ? '-' : '+'}${formatDollars(Math.abs(cents))}`;
const day = (instant: string) => instant.replace('T', ' ').slice(0, 16);

/** A line an account: what a dry run would issue. */
export function dryRunTable(preview: BillingPreview, zone: string): readonly string[] {
  const rows = preview.accounts.map((account) => [
    nameOf(account),
    `${account.lines.length}`,
    formatDollars(account.totalCents),
    formatDollars(account.lastMonthCents),
    signed(account.totalCents - account.lastMonthCents),
    outcomeOf(account),
  ]);
  return [
    ...textTable(
      [
        { heading: 'Company' },
        { heading: 'Sites', right: true },
        { heading: 'Total', right: true },
        { heading: 'Last month', right: true },
        { heading: 'Difference', right: true },
        { heading: '' },
      ],
      rows,
    ),
    '',
    ...totalOf(preview, zone),
  ];
}

/** Every account with its lines and why it differs from last month. */
export function previewText(preview: BillingPreview, zone: string): readonly string[] {
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
  return [...lines, ...totalOf(preview, zone)];
}

function totalOf(preview: BillingPreview, zone: string): readonly string[] {
  const { period, cutOff, totalCents, lastMonthCents, accounts } = preview;
  const invoices = accounts.filter(({ outcome }) => outcome === 'priced' || outcome === 'issued').length;
  return [
    `${formatPeriod(period)}, cut-off ${formatCutOff(cutOff, zone)}: ${counted(invoices, 'invoice')} totaling ${formatDollars(totalCents)}, ` +
      `last month ${formatDollars(lastMonthCents)}. Nothing was written.`,
  ];
}

/** What a run came to. */
export function runText({ period, cut, result, wrote }: RunOutcome, zone: string): readonly string[] {
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
export function statusText(runs: readonly RecordedRun[], due: readonly Period[]): readonly string[] {
  const rows = runs.map(({ period, startedAt, completedAt, result }) => [
    period,
    completedAt === null ? 'started' : 'completed',
    `${result?.issued ?? ''}`,
    result === null ? '' : formatDollars(result.totalCents),
    `${result?.skipped.reduce((sum, { accountIds }) => sum + accountIds.length, 0) ?? ''}`,
    `${result?.parked.length ?? ''}`,
    day(startedAt),
    completedAt === null ? '' : day(completedAt),
  ]);
  const columns = [
    { heading: 'Month' },
    { heading: 'Run' },
    { heading: 'Invoices', right: true },
    { heading: 'Total', right: true },
    { heading: 'Skipped', right: true },
    { heading: 'Not billed', right: true },
    { heading: 'Started (UTC)' },
    { heading: 'Completed (UTC)' },
  ];
  return [
    ...(runs.length === 0 ? ['There are no billing runs yet.'] : textTable(columns, rows)),
    '',
    due.length === 0 ? 'Nothing is due.' : `Due and not completed: ${due.join(', ')}`,
  ];
}
