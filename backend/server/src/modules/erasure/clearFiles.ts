import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

/** Larger tables are vacuumed but not rewritten, because a rewrite locks them. */
const LARGEST_REWRITTEN_BYTES = 64 * 1024 * 1024;
const LOCK_TIMEOUT = '3s';
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
const POLL_MS = 250;

/**
 * Removes deleted rows from PostgreSQL's files: rewrites tables, then releases old write-ahead log by a checkpoint.
 * PostgreSQL deletes old segments if `wal_recycle` is off (as in the embedded one), else overwrites them later. Waits
 * at most `waitMs` for open transactions that still see the rows.
 * @param options.tables names; default: every table of the portal
 */
export async function clearFiles(
  { pool, log }: { readonly pool: pg.Pool; readonly log: Logger },
  options: { readonly tables?: readonly string[]; readonly waitMs: number; readonly signal?: AbortSignal },
): Promise<void> {
  if (!(await olderTransactionsEnded(pool, options.waitMs, options.signal))) {
    log.warn('an open transaction may still see erased rows; they stay in the database’s files for now');
  }
  const { rows } = await pool.query<{ name: string; is_small: boolean }>(
    `SELECT c.oid::regclass::text AS name, pg_total_relation_size(c.oid) <= $1 AS is_small FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND pg_has_role(c.relowner, 'USAGE')
       AND c.relname <> 'log_index' AND ($2::text[] IS NULL OR c.relname = ANY($2)) ORDER BY 1`,
    [LARGEST_REWRITTEN_BYTES, options.tables ?? null],
  );
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const { name, is_small: isSmall } of rows) {
      options.signal?.throwIfAborted();
      await vacuum(client, name, isSmall);
    }
    // statistics hold samples of columns, keys among them; without permission this only warns
    await vacuum(client, 'pg_catalog.pg_statistic', true);
    await client.query('RESET lock_timeout');
    await releaseOldLog(client, log);
    broken = false;
  } finally {
    client.release(broken);
  }
}

/** Waits for the transactions that began before this call. @returns false after `waitMs` */
async function olderTransactionsEnded(
  pool: pg.Pool,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { rows } = await pool.query<{ now: string }>('SELECT pg_current_xact_id()::xid::text AS now');
  const now = rows[0]?.now;
  for (const until = performance.now() + waitMs; ; ) {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (age(backend_xmin) > age($1::xid) OR age(backend_xid) > age($1::xid))`,
      [now],
    );
    if (rowCount === 0) return true;
    if (performance.now() > until) return false;
    await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal });
  }
}

async function vacuum(client: pg.ClientBase, name: string, rewritten: boolean): Promise<void> {
  try {
    await client.query(`VACUUM (${rewritten ? 'FULL, ' : ''}ANALYZE) ${name}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // a read model may be replaced meanwhile
    if (code === UNDEFINED_TABLE) return;
    if (code !== LOCK_NOT_AVAILABLE || !rewritten) throw error;
    await client.query(`VACUUM (ANALYZE) ${name}`);
  }
}

async function releaseOldLog(client: pg.ClientBase, log: Logger): Promise<void> {
  try {
    await client.query('SELECT pg_switch_wal()');
    await client.query('CHECKPOINT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    log.warn(
      'the database login may not clear the write-ahead log; erased data stays in it until PostgreSQL overwrites it (docs/operations.md, Database logins)',
    );
  }
}
