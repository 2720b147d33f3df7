import type { Pool, PoolClient } from 'pg';
import { isConnectionLoss } from './databaseErrors.ts';

/**
 * Reports each lost connection of a pool once, idle or in use. Without it, a connection that is lost while checked out and
 * without a running statement ends the process.
 * @returns a function that stops it
 */
export function watchConnections(pool: Pool, onLost: (error: Error) => void): () => void {
  const watched = new WeakSet<PoolClient>();
  const reported = new WeakSet<PoolClient>();
  const lost = (error: Error, client: PoolClient) => {
    if (reported.has(client)) return;
    reported.add(client);
    onLost(error);
  };
  // 'acquire', not 'connect': the pool may have been in use before
  const onAcquire = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('error', (error) => lost(error, client));
  };
  // a statement that fails by the loss gets the error, and the client is closed before it emits one
  const onRelease = (error: unknown, client: PoolClient) => {
    if (error instanceof Error && isConnectionLoss(error)) lost(error, client);
  };
  pool.on('error', lost);
  pool.on('acquire', onAcquire);
  pool.on('release', onRelease);
  return () => {
    pool.off('error', lost);
    pool.off('acquire', onAcquire);
    pool.off('release', onRelease);
  };
}
