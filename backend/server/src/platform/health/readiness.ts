import type { Projections } from '@portal/projections';
import type { Database } from '../database/openDatabase.ts';
import type { Check } from './healthRoutes.ts';

const MAX_LAG_SECONDS = 30;
const MAX_SKEW_SECONDS = 2;

/** The database answers. A clock off by more than 2 s is only a warning. */
export function databaseCheck({ pool }: Database, now: () => Date): Check {
  return {
    name: 'database',
    run: async () => {
      const { rows } = await pool.query<{ time: Date }>('SELECT clock_timestamp() AS time');
      const skewSeconds = Math.abs(now().getTime() - (rows[0]?.time.getTime() ?? 0)) / 1_000;
      const off = skewSeconds > MAX_SKEW_SECONDS;
      return {
        ok: true,
        clockSkewSeconds: Math.round(skewSeconds * 10) / 10,
        ...(off ? { warning: "our clock is off the database's" } : {}),
      };
    },
  };
}

/** Each projection has an owner and is at most 30 s behind. Parked accounts are only counted. */
export function projectionCheck(projections: Projections): Check {
  return {
    name: 'projections',
    run: async () => {
      const all = await projections.status();
      return {
        ok: all.every((one) => one.owner !== null && one.lagSeconds < MAX_LAG_SECONDS),
        lag: Object.fromEntries(all.map((one) => [one.projection, one.lag])),
        parked: all.reduce((sum, one) => sum + one.parked.length, 0),
      };
    },
  };
}
