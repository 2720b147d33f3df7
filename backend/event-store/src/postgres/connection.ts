import pg from 'pg';
import { StoreUnavailable } from '../port.ts';

export interface PostgresEventStoreConfig {
  /** `postgres://…`. No pooler that shares sessions (pgbouncer). */
  readonly connectionString: string;
  /** Role taken after connecting: `appRole` of `migratePostgresEventStore`; null keeps the login's. */
  readonly role: string | null;
  /** How long an append or read waits for a connection until the store counts as unavailable; default 5,000 ms. */
  readonly unavailableAfterMs?: number;
  /** A statement's limit on the server; default 10,000 ms. */
  readonly statementTimeoutMs?: number;
  /** When a statement that gets no answer is aborted; default 5,000 ms after its limit. */
  readonly cutOffMs?: number;
  /** Interval at which the log's end is read, in case a notice was lost; default 2,000 ms. */
  readonly pollMs?: number;
  /** Called for lost connections and other errors that the store recovers from. */
  readonly onTrouble?: (error: Error) => void;
}

export type Settings = Required<PostgresEventStoreConfig>;

/** Limit for a connection attempt that gets no answer. */
const LONGEST_CONNECT_MS = 5_000;
/** Connections for reads. Another one appends and listens. */
const POOL_SIZE = 4;

export const settingsOf = (config: PostgresEventStoreConfig): Settings => ({
  unavailableAfterMs: 5_000,
  statementTimeoutMs: 10_000,
  cutOffMs: (config.statementTimeoutMs ?? 10_000) + 5_000,
  pollMs: 2_000,
  onTrouble: () => {},
  ...config,
});

/** Settings of each session, before its first statement. */
async function prepareSession(client: pg.ClientBase, settings: Settings): Promise<void> {
  const role = settings.role === null ? '' : `SET ROLE ${client.escapeIdentifier(settings.role)};`;
  await client.query(`
    SET statement_timeout = ${settings.statementTimeoutMs};
    SET idle_in_transaction_session_timeout = 5000;
    SET client_min_messages = warning;
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    ${role}`);
}

/** A connected and prepared client; `error` events are reported, not thrown. */
export async function openClient(settings: Settings): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: settings.connectionString,
    application_name: 'portal event store (append)',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: Math.min(LONGEST_CONNECT_MS, settings.unavailableAfterMs),
  });
  client.on('error', settings.onTrouble);
  try {
    await client.connect();
    await prepareSession(client, settings);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

export function openPool(settings: Settings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    application_name: 'portal event store (read)',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    max: POOL_SIZE,
    connectionTimeoutMillis: settings.unavailableAfterMs,
    onConnect: (client) => {
      // the pool handles errors of idle clients only; an unhandled one would end the process
      client.on('error', settings.onTrouble);
      return prepareSession(client, settings);
    },
  });
  pool.on('error', settings.onTrouble);
  return pool;
}

/** Whether the session is lost, so that it is unknown whether its work was committed. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return true;
  return error.code.startsWith('08') || error.code.startsWith('57P');
}

/** @param what e.g. `The append to site-1` */
export function unavailable(what: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  const hint =
    code === '3F000' || code === '42P01' || code === '42883'
      ? ' Has migratePostgresEventStore been run?'
      : '';
  const why = error instanceof Error ? error.message : String(error);
  return new StoreUnavailable(`${what} could not be done: ${why}.${hint}`, { cause: error });
}
