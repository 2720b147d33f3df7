import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import { takeDatabaseAlone } from '../database/portalPresence.ts';
import { unwrap, wrap } from './wrapping.ts';

/**
 * Wraps every key of `personal_keys` by another key, in one transaction: all of them or none. The keys themselves stay,
 * so nothing of the log changes. Erased ones stay erased. No portal runs or starts meanwhile: its key would open nothing
 * any more.
 * @returns how many keys were wrapped anew
 * @throws WrongKeyEncryptionKey where `from` does not open them; PortalsRunning
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
