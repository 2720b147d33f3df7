import type { BillingPreview, BillingRun } from '@portal/contract';
import { formatCutOff, type Period } from '@portal/domain';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import { formatPeriod, type RunOutcome } from '../../modules/billing/module.ts';
import { counted } from './commandLine.ts';
import { textTable } from './textTable.ts';

const SKIPPED: Record<string, string> = {
  no_active_sites: 'skipped: no active site',
  not_open: 'skipped: no company yet',
  canceled: 'skipped: canceled, and not reissued',
};

type PreviewedAccount = BillingPreview['accounts'][number];

const outcomeOf = ({ outcome, skipped_because: because }: PreviewedAccount) => {
  if (outcome === 'parked') return 'not billed: its data could not be read';
  return because === null ? outcome : (SKIPPED[because] ?? because);
};
const nameOf = ({ company_name, account_id, is_demo }: PreviewedAccount) =>
  `${company_name ?? account_id}${is_demo ? ' (demo)' : ''}`;
const linesOf = ({ lines }: PreviewedAccount) => lines.filter(({ source }) => source !== null);
const dollars = (amount: number) => formatDollars(centsFromDollars(amount));
const signed = (cents: number) => `${cents < 0 ? '-' : '+'}${formatDollars(Math.abs(cents))}`;
const day = (instant: string) => instant.replace('T', ' ').slice(0, 16);

/** A line an account: what a dry run would issue. */
export function dryRunTable(preview: BillingPreview): readonly string[] {
  const rows = preview.accounts.map((account) => [
    nameOf(account),
    `${linesOf(account).length}`,
    dollars(account.total),
    dollars(account.last_month_total),
    signed(centsFromDollars(account.total) - centsFromDollars(account.last_month_total)),
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
    totalOf(preview),
  ];
}

/** Every account with its lines and why it differs from last month. */
export function previewText(preview: BillingPreview): readonly string[] {
  const accounts = preview.accounts.filter(
    ({ outcome, last_month_total }) => outcome !== 'skipped' || last_month_total > 0,
  );
  const lines = accounts.flatMap((account) => [
    `${nameOf(account)}: ${dollars(account.total)} (${outcomeOf(account)})`,
    ...linesOf(account).map(
      ({ name, readers, rate, amount, source }) =>
        `    ${name}: ${readers} × ${dollars(rate)} (${source}) = ${dollars(amount)}`,
    ),
    ...account.differences.map((difference) => `  * ${difference}`),
    '',
  ]);
  return [...lines, totalOf(preview)];
}

function totalOf({ period, cut_off_text, total, last_month_total, accounts }: BillingPreview): string {
  const invoices = accounts.filter(({ outcome }) => outcome === 'priced' || outcome === 'issued').length;
  return (
    `${formatPeriod(period)}, cut-off ${cut_off_text}: ${counted(invoices, 'invoice')} totaling ${dollars(total)}, ` +
    `last month ${dollars(last_month_total)}. Nothing was written.`
  );
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
export function statusText(runs: readonly BillingRun[], due: readonly Period[]): readonly string[] {
  const rows = runs.map(({ period, status, issued, total, skipped, parked, started_at, completed_at }) => [
    period,
    status,
    ...(completed_at === null ? ['', '', '', ''] : [`${issued}`, dollars(total), `${skipped}`, `${parked}`]),
    day(started_at),
    completed_at === null ? '' : day(completed_at),
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
