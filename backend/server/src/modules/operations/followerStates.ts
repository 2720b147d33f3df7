import type pg from 'pg';
import type { FollowerState } from './checks/stuckProcesses.ts';

/** How these followers stand, in whichever portal they run; one that never ran is run by nobody. */
export async function followerStates(
  pool: pg.Pool,
  names: readonly string[],
): Promise<readonly FollowerState[]> {
  const { rows } = await pool.query<{
    process: string;
    stuck_on: string | null;
    is_run: boolean;
  }>(
    `SELECT process, stuck_on, leased_until >= clock_timestamp() AS is_run
     FROM process_checkpoints WHERE process = ANY($1::text[])`,
    [names],
  );
  const known = new Map(rows.map((row) => [row.process, row]));
  return names.map((name) => {
    const row = known.get(name);
    const stuckOn = row?.stuck_on ?? null;
    // between two tries nobody holds the lease of one that fails
    return { name, stuckOn, isRun: stuckOn !== null || row?.is_run === true };
  });
}
