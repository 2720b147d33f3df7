import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { EVENT_STORE_APP_ROLE, EVENT_STORE_OWNER_ROLE, MIGRATION_LOCK, MIGRATIONS } from './schema.ts';

export interface MigrateResult {
  readonly version: number;
  /** Whether this call changed it. */
  readonly changed: boolean;
  /**
   * The role for `createPostgresEventStore`; null if this login can't create roles, so that only triggers protect
   * events.
   */
  readonly appRole: string | null;
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** Two databases of one server granting the same role at once: "tuple concurrently updated". */
const INTERNAL_ERROR = 'XX000';
const ATTEMPTS = 10;
/** PostgreSQL ends the session of a lock holder that is idle for this long, and the next process migrates. */
const SILENT_MS = 10_000;

/**
 * Creates or migrates schema `es`; safe to call at every start and from many processes at once. A login that does not own
 * a current schema leaves it unchanged.
 * @throws Error if the schema belongs to another login and is outdated or not readable
 * @param login the portal's login, if this connection has another: it becomes a member of the application's role, so that
 *   it need not own the log
 */
export async function migratePostgresEventStore(
  connectionString: string,
  login?: string,
): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await migrateOn(client, login);
  } finally {
    await client.end();
  }
}

/** {@link migratePostgresEventStore} on a connected client. */
export async function migrateOn(client: pg.ClientBase, login?: string): Promise<MigrateResult> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${SILENT_MS}`);
    try {
      await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const result = (await foreignSchema(client)) ?? (await migrateOwn(client, login));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!(error instanceof pg.DatabaseError && error.code === INTERNAL_ERROR) || attempt === ATTEMPTS)
        throw error;
      await pause(attempt * 20);
    }
  }
}

async function migrateOwn(client: pg.ClientBase, login: string | undefined): Promise<MigrateResult> {
  const appRole = (await makeRoles(client)) ? EVENT_STORE_APP_ROLE : null;
  const { version, changed } = await makeSchema(client);
  if (appRole !== null) await grant(client, changed);
  if (appRole !== null && login !== undefined) {
    const member = await client.query('SELECT WHERE pg_has_role($1, $2, $3)', [login, appRole, 'MEMBER']);
    if (member.rowCount === 0) await client.query(`GRANT ${appRole} TO ${client.escapeIdentifier(login)}`);
  }
  return { version, changed, appRole };
}

/**
 * Whether this connection's login could change or delete events: it owns their table, may become its owner, or is a
 * superuser. False without such a table.
 */
export async function mayAlterEvents(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT pg_has_role(c.relowner, 'MEMBER') AS may FROM pg_class c
     WHERE c.relname = 'events' AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'es')`,
  );
  return rows[0]?.may === true;
}

/** The result if the schema belongs to another owner; null if this login may create or change it. */
async function foreignSchema(client: pg.ClientBase): Promise<MigrateResult | null> {
  const there = await client.query<{ reads: boolean }>(
    `SELECT has_schema_privilege('es', 'USAGE') AS reads FROM pg_tables
     WHERE schemaname = 'es' AND tablename = 'events'`,
  );
  if (there.rowCount === 0 || (await mayAlterEvents(client))) return null;
  if (there.rows[0]?.reads !== true) {
    throw new Error(
      'This database login may not read the event log’s tables: set DATABASE_OWNER_URL for this start, to a login that owns them or a superuser.',
    );
  }
  const { rows } = await client.query<{ version: number; member: boolean }>(
    `SELECT (SELECT max(version) FROM es.schema_version) AS version,
       EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(oid, 'MEMBER')) AS member`,
    [EVENT_STORE_APP_ROLE],
  );
  const [found] = rows;
  if (found === undefined || found.version < MIGRATIONS.length) {
    throw new Error(
      'The event log’s tables must be brought up to date, and this database login does not own them: set DATABASE_OWNER_URL for this start.',
    );
  }
  return { version: found.version, changed: false, appRole: found.member ? EVENT_STORE_APP_ROLE : null };
}

/** Creates both roles. @returns whether they exist and this login may take them */
async function makeRoles(client: pg.ClientBase): Promise<boolean> {
  await client.query('SAVEPOINT roles');
  try {
    for (const role of [EVENT_STORE_OWNER_ROLE, EVENT_STORE_APP_ROLE]) {
      await client.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
          CREATE ROLE ${role} NOLOGIN;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
      await client.query(`DO $$ BEGIN
        -- before PostgreSQL 16 each member of a role may take it
        IF NOT pg_has_role('${role}',
          CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END) THEN
          GRANT ${role} TO CURRENT_USER;
        END IF;
      END $$`);
    }
    await client.query('RELEASE SAVEPOINT roles');
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT roles');
    return false;
  }
}

async function makeSchema(client: pg.ClientBase): Promise<{ version: number; changed: boolean }> {
  const encoding = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (encoding.rows[0]?.server_encoding !== 'UTF8') {
    throw new Error(`The database's encoding is ${encoding.rows[0]?.server_encoding}; events need UTF8.`);
  }
  await client.query('CREATE SCHEMA IF NOT EXISTS es');
  await client.query(
    'CREATE TABLE IF NOT EXISTS es.schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const found = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM es.schema_version',
  );
  const before = found.rows[0]?.version ?? 0;
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < before) continue;
    await client.query(sql);
    await client.query('INSERT INTO es.schema_version (version) VALUES ($1)', [index + 1]);
  }
  return { version: Math.max(before, MIGRATIONS.length), changed: before < MIGRATIONS.length };
}

/** The owner owns everything, the application may read and insert events and call the functions. */
async function grant(client: pg.ClientBase, changed: boolean): Promise<void> {
  const [owner, app] = [EVENT_STORE_OWNER_ROLE, EVENT_STORE_APP_ROLE];
  const done = await client.query(
    `SELECT FROM pg_class WHERE oid = 'es.events'::regclass AND pg_get_userbyid(relowner) = $1
      AND has_table_privilege($2, oid, 'INSERT') AND has_table_privilege($2, oid, 'SELECT')
      AND has_schema_privilege($2, 'es', 'USAGE')`,
    [owner, app],
  );
  if (!changed && done.rowCount === 1) return;
  await client.query(`
    GRANT USAGE, CREATE ON SCHEMA es TO ${owner};
    ALTER TABLE es.events OWNER TO ${owner};
    ALTER TABLE es.schema_version OWNER TO ${owner};
    ALTER FUNCTION es.append_batch OWNER TO ${owner};
    ALTER FUNCTION es.append_one OWNER TO ${owner};
    ALTER FUNCTION es.refuse_change OWNER TO ${owner};
    ALTER SCHEMA es OWNER TO ${owner};
    GRANT USAGE ON SCHEMA es TO ${app};
    REVOKE ALL ON ALL TABLES IN SCHEMA es FROM ${app};
    GRANT SELECT, INSERT ON es.events TO ${app};
    GRANT SELECT ON es.schema_version TO ${app};`);
}
