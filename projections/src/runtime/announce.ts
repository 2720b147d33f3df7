import { randomUUID } from 'node:crypto';
import type { Queryable } from './select.ts';
import type { SignalMessage } from './signalMessage.ts';
import { CHANNEL } from './signals.ts';

/** A position is required, but such a change has none. */
const NOWHERE = '0';

/**
 * Notifies all processes on the database, this one included, of changed rows that belong to no projection; `onChange`
 * reports them under this name. In a transaction the notification is sent on commit.
 * @param accounts whose rows have changed
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
