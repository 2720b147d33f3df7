import type pg from 'pg';
import { oneByOne } from '../../kernel/oneByOne.ts';
import type { Database } from './openDatabase.ts';

/** The turns of this process at each lock. */
const inTurn = oneByOne<number>();

/** PostgreSQL ends the session of a lock holder that is idle for this long. */
const SILENT_MS = 10_000;
/** A live holder sends a query this often. */
const SPEAKS_EVERY_MS = 3_000;

/**
 * Holds an advisory lock on its own connection while `work` runs. Turns within a process queue before they take a connection, or
 * waiters would leave none for the work. A process that stalls for 10 s loses the lock without noticing, so `work` must be safe
 * beside another one's.
 */
export const underLock = <Result>(
  { pool }: Pick<Database, 'pool'>,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> =>
  inTurn(lock, () =>
    inSession(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      return speaking(client, work);
    }),
  );

/** As {@link underLock}, but skips `work` if the lock is held. */
export async function unlessLocked(
  { pool }: Pick<Database, 'pool'>,
  lock: number,
  work: () => Promise<void>,
): Promise<void> {
  await inSession(pool, async (client) => {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
      lock,
    ]);
    if (rows[0]?.free === true) await speaking(client, work);
  });
}

/**
 * Runs in a transaction, because PostgreSQL's idle timeout needs one. It has no snapshot and writes nothing, so it
 * does not hold back vacuum; its outcome does not affect the work.
 */
async function inSession<Result>(
  pool: Database['pool'],
  hold: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${SILENT_MS}`);
    return await hold(client);
  } finally {
    await client.query('COMMIT').catch(() => {
      broken = true;
    });
    client.release(broken);
  }
}

async function speaking<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  // the session may have ended; the work continues
  const said = setInterval(() => void client.query('SELECT 1').catch(() => undefined), SPEAKS_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(said);
  }
}
