import type { Knex } from 'knex';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { asRelease } from './dataRelease.ts';
import type { Database } from './openDatabase.ts';
import type { Release } from './release.ts';
import { underLock } from './underLock.ts';

/** One change of the schema. Names sort in the order of application and never change once released. */
export interface Migration {
  /** e.g. `0003_sessions` */
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

const LEAST_POSTGRESQL = 15;
const TABLE = 'server_migrations';
/** knex's name. */
const LOCK_TABLE = `${TABLE}_lock`;

/**
 * Applies missing migrations, each in a transaction. Of several portals that start at once one migrates and the others
 * wait; a killed portal's lock is cleared, a stalled one's after 30 s. The database of a newer portal is left as it is.
 * @param release refuses data of a later release, and is recorded
 * @returns the names applied by this call
 * @throws ReleaseRefused
 * @throws Error of one line if PostgreSQL is older than 15
 */
export async function migrate(
  database: Pick<Database, 'pool' | 'knex'>,
  migrations: readonly Migration[],
  release?: Release,
): Promise<readonly string[]> {
  const { knex } = database;
  const names = migrations.map((migration) => migration.name);
  if (new Set(names).size !== names.length) throw new Error('Two migrations have the same name.');
  const config: Knex.MigratorConfig = {
    tableName: TABLE,
    disableMigrationsListValidation: true,
    migrationSource: {
      getMigrations: () => Promise.resolve([...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))),
      getMigrationName: (migration: Migration) => migration.name,
      // knex demands a way back, which a portal never goes
      getMigration: ({ up }: Migration) => Promise.resolve({ up, down: () => Promise.resolve() }),
    },
  };
  await assertSupported(database.pool);
  const latest = async () => {
    // not knex's forceFreeMigrationsLock: its DELETE is refused (dataReleaseTable.ts)
    if (await knex.schema.hasTable(LOCK_TABLE)) await knex(LOCK_TABLE).update({ is_locked: 0 });
    const [, applied]: [number, string[]] = await knex.migrate.latest(config);
    return applied;
  };
  return underLock(database, ADVISORY_LOCKS.migrations, () =>
    release === undefined ? latest() : asRelease(database.pool, release, latest),
  );
}

async function assertSupported(pool: Database['pool']): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  // such as `15.18 (Debian 15.18-0)`
  const version = rows[0]?.version.split(' ')[0] ?? 'unknown';
  if (Number.parseInt(version, 10) >= LEAST_POSTGRESQL) return;
  throw new Error(
    `PostgreSQL ${version} is too old: the portal needs version ${LEAST_POSTGRESQL} or later. DATABASE_URL names the server.`,
  );
}
