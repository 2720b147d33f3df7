import pg from 'pg';
import { MOST_SESSIONS } from './way.ts';

/** A pool as a store's users would have it; sessions that a DROP DATABASE ends are no trouble. */
export function poolOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: MOST_SESSIONS });
  pool.on('error', () => {});
  return pool;
}

/** Does something on one connection, e.g. makes a schema. */
export async function onConnection(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
