import { isPeriod, type Period } from '@portal/domain';
import { readCommandLine } from './commandLine.ts';

/** What `npm run billing` is asked for. */
export type BillingOrder =
  | {
      readonly what: 'run';
      readonly period: Period;
      readonly dryRun: boolean;
      readonly reason: string | undefined;
    }
  /** Null for the coming month. */
  | { readonly what: 'preview'; readonly period: Period | null }
  | { readonly what: 'status' };

export const BILLING_USAGE = [
  'npm run billing -- run --period 2026-12 [--dry-run] [--reason text]   issues all invoices that are due',
  'npm run billing -- preview [--period 2026-12]                         shows what a run would issue, line by line',
  'npm run billing -- status                                             lists past runs and due months',
].join('\n');

const OPTIONS = {
  period: { type: 'string' },
  reason: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** @throws Error that says what is wrong, with the usage */
export function parseBillingOrder(parameters: readonly string[]): BillingOrder {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, BILLING_USAGE);
  const [what, ...more] = words;
  if (more.length > 0) throw misuse(`One command at a time: ${words.join(' ')}.`);
  const { period = null, reason } = values;
  const dryRun = values['dry-run'];
  if (period !== null && !isPeriod(period))
    throw misuse(`--period must be a month such as 2026-12, not ${period}.`);
  if (what !== 'run' && (dryRun || reason !== undefined)) throw misuse('--dry-run and --reason are for run.');
  switch (what) {
    case 'run':
      if (period === null) throw misuse('run needs --period, a month such as 2026-12.');
      return { what, period, dryRun, reason };
    case 'preview':
      return { what, period };
    case 'status':
      if (period !== null) throw misuse('status takes no --period.');
      return { what };
    default:
      throw noSuchCommand();
  }
}
