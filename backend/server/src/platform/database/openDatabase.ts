import createKnex, { type Knex } from 'knex';
import pg from 'pg';

export interface Database {
  /** For hot paths: prepared statements in plain SQL. */
  readonly pool: pg.Pool;
  /** For schema work and composed queries, over the same connections. */
  readonly knex: Knex;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Default 20. */
  readonly maxConnections?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Told of connections that broke while idle or in use; the pool replaces them by itself. */
  readonly onConnectionError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A transaction that its owner forgot holds back everybody's clean-up: PostgreSQL ends it. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** A calendar day stays the text `YYYY-MM-DD`; everything else as pg reads it (bigint and numeric as text). Set here, not globally. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE && format !== 'binary'
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format ?? 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Opens a pool; nothing connects before the first query. A connection that PostgreSQL ends never brings the
 * process down: every client has an error handler, idle or checked out.
 */
export function openDatabase(connectionString: string, options: OpenDatabaseOptions = {}): Database {
  const onError = options.onConnectionError ?? (() => undefined);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.maxConnections ?? 20,
    application_name: options.applicationName ?? `portal ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const knex = createKnex({ client: 'pg', connectionPool: pool });
  return {
    pool,
    knex,
    close: async () => {
      await knex.destroy();
      await pool.end();
    },
  };
}
