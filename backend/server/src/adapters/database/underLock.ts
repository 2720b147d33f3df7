import type { Database } from './openDatabase.ts';

/** The last of this process's turns at each lock: the next one begins when it has ended. */
const turns = new Map<number, Promise<unknown>>();

/**
 * Holds an advisory lock of the database, on a connection of its own, while `work` runs. Within a process the turns
 * queue up before they take a connection: waiters that each held one would leave none for the work itself.
 */
export async function underLock<Result>(
  { pool }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = turns.get(lock) ?? Promise.resolve();
  const turn = before.then(() => locked(pool, lock, work));
  const ended = turn.catch(() => {});
  turns.set(lock, ended);
  try {
    return await turn;
  } finally {
    if (turns.get(lock) === ended) turns.delete(lock);
  }
}

async function locked<Result>(
  pool: Database['pool'],
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

/** As {@link underLock}, but where somebody holds the lock `work` is left undone. */
export async function unlessLocked(
  { pool }: Database,
  lock: number,
  work: () => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lock]);
    if (rows[0]?.free !== true) return;
    try {
      await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    client.release();
  }
}
