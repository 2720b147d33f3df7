import { randomUUID } from 'node:crypto';
import type { Queryable } from './select.ts';
import type { SignalMessage } from './signalMessage.ts';
import { CHANNEL } from './signals.ts';

/** Places in the log end here: what is no projection has none. */
const NOWHERE = '0';

/**
 * Tells every process that shares the database, this one included, that rows changed which no projection feeds: whoever
 * listens with `onChange` hears of it under this name. In a transaction it is told when that commits.
 * @param accounts whose rows, where that matters to the listener
 */
export async function announceChange(
  db: Queryable,
  name: string,
  accounts: readonly string[] = [],
): Promise<void> {
  const message: SignalMessage = {
    from: randomUUID(),
    changes: [{ projection: name, accounts: [...accounts], position: NOWHERE }],
  };
  await db.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]);
}
