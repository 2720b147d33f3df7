import type { EventStore } from '@portal/event-store';
import { dropReadModels, inTransaction } from '@portal/projections';
import type pg from 'pg';

/**
 * For a log that was restored alone and ends before what this database has seen: drops every read model and the log
 * index, all of which the next start makes anew. Processes and notifications go on behind the log's end: what they did for
 * the events that are there was done.
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
