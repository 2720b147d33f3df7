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
  /** Called for broken connections, which the pool replaces. */
  readonly onConnectionError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the jobs of an idle portal rest: a new connection costs both processes more than what it is needed for. */
const KEPT_IDLE_MS = 120_000;
/** PostgreSQL ends forgotten transactions, which would block vacuum. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** A calendar day stays the text `YYYY-MM-DD`; everything else as pg reads it (bigint and numeric as text). Set here, not globally. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE && format !== 'binary'
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format ?? 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Opens a pool that connects at the first query. Every client has an error handler, so a connection that PostgreSQL ends never
 * crashes the process.
 */
export function openDatabase(connectionString: string, options: OpenDatabaseOptions = {}): Database {
  const onError = options.onConnectionError ?? (() => undefined);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.maxConnections ?? 20,
    application_name: options.applicationName ?? `portal ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
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

/** Runs `work` on a connection of its own. */
export async function withConnection<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
