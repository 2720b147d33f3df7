import type pg from 'pg';
import { inTransaction } from '../database/inTransaction.ts';
import { unwrap, wrap } from './wrapping.ts';

/** A portal or another command line is connected, whose key would open nothing any more. */
export class DatabaseInUse extends Error {
  constructor(names: readonly string[]) {
    super(`Please stop everything that uses this database first: ${names.join(', ')}`);
    this.name = 'DatabaseInUse';
  }
}

/**
 * Wraps every key of `personal_keys` by another key, in one transaction: all of them or none. The keys themselves stay,
 * so nothing of the log changes. Erased ones stay erased.
 * @returns how many keys were wrapped anew
 * @throws WrongKeyEncryptionKey where `from` does not open them; DatabaseInUse while a portal is connected
 */
export async function rotateKeys(pool: pg.Pool, from: Buffer, to: Buffer): Promise<number> {
  return inTransaction(pool, async (client) => {
    // nobody reads or adds a key between the look and the end
    await client.query('LOCK TABLE personal_keys IN ACCESS EXCLUSIVE MODE');
    const own = (await client.query<{ name: string }>("SELECT current_setting('application_name') AS name"))
      .rows[0]?.name;
    const { rows: others } = await client.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'portal%' AND application_name <> $1`,
      [own ?? ''],
    );
    if (others.length > 0) throw new DatabaseInUse(others.map(({ name }) => name));
    const { rows } = await client.query<{ subject: string; wrapped: Buffer }>(
      'SELECT subject, wrapped FROM personal_keys WHERE wrapped IS NOT NULL',
    );
    const wrapped = rows.map((row) => wrap(unwrap(row.wrapped, row.subject, from), row.subject, to));
    await client.query(
      `UPDATE personal_keys SET wrapped = made.wrapped
       FROM unnest($1::text[], $2::bytea[]) AS made (subject, wrapped) WHERE personal_keys.subject = made.subject`,
      [rows.map(({ subject }) => subject), wrapped],
    );
    return rows.length;
  });
}
