import { eventually } from '@portal/server/test/support/eventually.ts';
import type { LogAndDatabase } from './rebuiltElsewhere.ts';

/** Waits until every read model has caught up with the log. @returns the duration in milliseconds */
export async function readModelsCaughtUp(
  { database, store }: LogAndDatabase,
  seconds: number,
): Promise<number> {
  const began = performance.now();
  await eventually(async () => {
    const head = await store.head();
    if (head === null) return true;
    const { rows } = await database.pool.query<{ checkpoint: string | null }>(
      "SELECT checkpoint FROM projection_generations WHERE state = 'live'",
    );
    const there = ({ checkpoint }: { checkpoint: string | null }) =>
      checkpoint !== null && store.comparePositions(checkpoint, head) >= 0;
    return rows.length > 0 && rows.every(there);
  }, seconds);
  return performance.now() - began;
}
