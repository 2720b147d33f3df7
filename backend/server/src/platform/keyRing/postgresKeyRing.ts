import { randomBytes } from 'node:crypto';
import type { KeyRing } from '@portal/event-store';
import type pg from 'pg';
import { gathered } from '../database/gathered.ts';
import type { Migration } from '../database/migrate.ts';
import { unwrap, wrap } from './wrapping.ts';

const KEY_BYTES = 32;

interface KeyRow {
  readonly subject: string;
  /** Null for an erased subject. */
  readonly wrapped: Buffer | null;
}

/** A {@link KeyRing} in `personal_keys`; its keys are wrapped by a key outside the database. */
export interface PostgresKeyRing extends KeyRing {
  /** For the start, which a wrong KEY_ENCRYPTION_KEY must stop. @throws WrongKeyEncryptionKey */
  assertOpens(): Promise<void>;
}

/**
 * Not cached, see cachedKeyRing.ts. Calls of one turn of the event loop share a query, and one that creates keys.
 * @param wrappingKey KEY_ENCRYPTION_KEY, 32 bytes
 */
export function postgresKeyRing(pool: pg.Pool, wrappingKey: Buffer): PostgresKeyRing {
  const rowsOf = gathered(async (subjects) => {
    if (subjects.length === 0) return new Map();
    const { rows } = await pool.query<KeyRow>({
      name: 'key-ring-find',
      text: 'SELECT subject, wrapped FROM personal_keys WHERE subject = ANY($1::text[])',
      values: [subjects],
    });
    return new Map(rows.map((row) => [row.subject, row]));
  });
  /** Omits those that another process gave a key in the meantime. */
  const create = gathered(async (subjects) => {
    const { rows } = await pool.query<KeyRow>({
      name: 'key-ring-make',
      text: `INSERT INTO personal_keys (subject, wrapped)
             SELECT subject, wrapped FROM unnest($1::text[], $2::bytea[]) AS made (subject, wrapped) ORDER BY subject
             ON CONFLICT (subject) DO NOTHING RETURNING subject, wrapped`,
      values: [subjects, subjects.map((subject) => wrap(randomBytes(KEY_BYTES), subject, wrappingKey))],
    });
    return new Map(rows.map((row) => [row.subject, row]));
  });

  const open = (rows: readonly KeyRow[]): ReadonlyMap<string, Buffer> =>
    new Map(
      rows.flatMap(({ subject, wrapped }) =>
        wrapped === null ? [] : [[subject, unwrap(wrapped, subject, wrappingKey)] as const],
      ),
    );
  const keysOf = (subjects: readonly string[], rows: ReadonlyMap<string, KeyRow>) =>
    open(subjects.flatMap((subject) => rows.get(subject) ?? []));

  return {
    find: async (subjects) => keysOf(subjects, await rowsOf(subjects)),

    async ensure(subjects) {
      const rows = new Map(await rowsOf(subjects));
      for (const read of [create, rowsOf]) {
        const missing = subjects.filter((subject) => !rows.has(subject));
        if (missing.length > 0) for (const [subject, row] of await read(missing)) rows.set(subject, row);
      }
      return keysOf(subjects, rows);
    },

    async erase(subject) {
      await pool.query(
        `INSERT INTO personal_keys (subject, wrapped, erased_at) VALUES ($1, NULL, now())
         ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, erased_at = coalesce(personal_keys.erased_at, now())`,
        [subject],
      );
    },

    async assertOpens() {
      const { rows } = await pool.query<KeyRow>(
        'SELECT subject, wrapped FROM personal_keys WHERE wrapped IS NOT NULL LIMIT 1',
      );
      open(rows);
    },
  };
}

/** `personal_keys`: a wrapped key per subject. An erased one is a row without a key, so that it never gets a new one. */
export const personalKeysMigration: Migration = {
  name: '0001_personal_keys',
  up: (knex) =>
    knex.schema.createTable('personal_keys', (table) => {
      table.text('subject').primary();
      table.binary('wrapped');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('erased_at');
      table.check('(wrapped IS NULL) = (erased_at IS NOT NULL)', [], 'personal_keys_wrapped_or_erased');
    }),
};
