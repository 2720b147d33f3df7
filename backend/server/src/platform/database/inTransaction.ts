import type pg from 'pg';

/** Runs `work` on one connection in one transaction: committed when it resolves, rolled back when it rejects. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // a connection that can't even roll back is of no use to anybody
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
