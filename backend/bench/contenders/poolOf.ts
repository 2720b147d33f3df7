import pg from 'pg';
import { MAX_SESSIONS } from './contender.ts';

/** A pool that ignores the end of its sessions by DROP DATABASE. */
export function poolOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: MAX_SESSIONS });
  pool.on('error', () => {});
  return pool;
}

/** Does `work` on one connection. */
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
