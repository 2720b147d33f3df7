import type { Pool, PoolClient } from 'pg';
import { isConnectionLoss } from './databaseErrors.ts';

/**
 * Tells, once for each, of connections of a pool that are lost, idle or in use; without this a connection that
 * dies while it is checked out, with no statement under way, ends the process.
 * @returns how to end that
 */
export function watchConnections(pool: Pool, onLost: (error: Error) => void): () => void {
  const watched = new WeakSet<PoolClient>();
  const gone = new WeakSet<PoolClient>();
  const lost = (error: Error, client: PoolClient) => {
    if (gone.has(client)) return;
    gone.add(client);
    onLost(error);
  };
  // At 'acquire' and not at 'connect': the pool may have been in use before.
  const onAcquire = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('error', (error) => lost(error, client));
  };
  // A statement that fails by the loss gets the error, and the client is closed before it could report it.
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
