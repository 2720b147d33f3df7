import type { EventStore } from '@portal/event-store';
import { dropReadModels, inTransaction } from '@portal/projections';
import type pg from 'pg';

/**
 * For a log that was restored without its database and ends earlier: drops read models and log index, which the next start
 * rebuilds. Followers continue after the log's end.
 */
export async function forgetReadModels(pool: pg.Pool, store: EventStore): Promise<void> {
  const head = await store.head();
  await inTransaction(pool, async (transaction) => {
    await dropReadModels(transaction);
    await transaction.query('UPDATE process_checkpoints SET position = $1, stuck_on = NULL, problem = NULL', [
      head,
    ]);
  });
}
