import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import { takeDatabaseAlone } from '../database/portalPresence.ts';
import { unwrap, wrap } from './wrapping.ts';

/**
 * Wraps all keys of `personal_keys` with another key, in one transaction. The log does not change, erased keys stay erased.
 * No portal can run or start meanwhile, because its key would open nothing afterwards.
 * @returns the number of keys
 * @throws WrongKeyEncryptionKey if `from` does not open them; PortalsRunning
 */
export async function rotateKeys(
  { pool, databaseUrl }: { readonly pool: pg.Pool; readonly databaseUrl: string },
  from: Buffer,
  to: Buffer,
): Promise<number> {
  const alone = await takeDatabaseAlone(databaseUrl);
  try {
    return await inTransaction(pool, async (client) => {
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
  } finally {
    await alone.leave();
  }
}
