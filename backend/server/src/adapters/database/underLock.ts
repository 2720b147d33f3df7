import type { Database } from './openDatabase.ts';

/** Holds an advisory lock of the database, on a connection of its own, while `work` runs. */
export async function underLock<Result>(
  { pool }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    client.release();
  }
}
