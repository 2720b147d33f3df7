import type { Pool, PoolClient } from 'pg';

/** Runs `work` on one connection in one transaction: committed if it resolves, rolled back if it rejects. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // a connection that can't roll back is closed
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
