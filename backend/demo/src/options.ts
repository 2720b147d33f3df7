import { parseArgs } from 'node:util';
import { messageOf } from '@portal/server/kernel/messageOf.ts';

export interface DemoOptions {
  readonly seed: number;
  readonly fresh: boolean;
  /** End of the history: midnight (UTC) of this day. */
  readonly until: Date;
}

const USAGE = 'npm run demo -- [--seed 1] [--until 2026-01-31] [--fresh]';

/**
 * Reads the arguments of `npm run demo --`. The history ends last midnight by default, so that demos of one day are equal.
 * @throws Error of one line
 */
export function parseDemoOptions(args: readonly string[], now: Date, usualSeed: number): DemoOptions {
  const { values } = readArguments(args);
  const seed = values.seed === undefined ? usualSeed : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be a whole number. Usage: ${USAGE}`);
  const day = values.until ?? now.toISOString().slice(0, 10);
  const until = new Date(`${day}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(until.getTime()) || until > now) {
    throw new Error(`--until must be a day that has begun, like 2026-01-31. Usage: ${USAGE}`);
  }
  return { seed, fresh: values.fresh === true, until };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { seed: { type: 'string' }, until: { type: 'string' }, fresh: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Error(`${messageOf(error)} Usage: ${USAGE}`, {
      cause: error,
    });
  }
}
