import { readCommandLine } from '@portal/server/app/cli/commandLine.ts';

const USAGE = 'npm run demo -- [--until 2026-01-31] [--fresh]';
const OPTIONS = { until: { type: 'string' }, fresh: { type: 'boolean' } } as const;

/**
 * Reads the arguments of `npm run demo --`. The history ends at a midnight (UTC), by default the last, so that demos of one day are equal.
 * @throws Error with the usage
 */
export function parseDemoOptions(args: readonly string[], now: Date) {
  const { values, words, misuse } = readCommandLine(args, OPTIONS, USAGE);
  if (words.length > 0) throw misuse(`The demo takes options only, not ${words.join(' ')}.`);
  const day = values.until ?? now.toISOString().slice(0, 10);
  const until = new Date(`${day}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(until.getTime()) || until > now) {
    throw misuse('--until must be a day that has begun, like 2026-01-31.');
  }
  return { fresh: values.fresh === true, until };
}
