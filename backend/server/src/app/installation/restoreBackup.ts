import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventStore, Position } from '@portal/event-store';
import { inTransaction } from '@portal/projections';
import pg from 'pg';
import { takeDatabaseAlone } from '../../platform/database/portalPresence.ts';
import { ensureDataDirectory, readOrNull } from '../../platform/embeddedPostgres/dataDirectory.ts';
import { placeOf } from '../../platform/eventStore/place.ts';
import type { Installation } from '../compose.ts';
import { serverMigrations } from '../serverMigrations.ts';
import { type CopyProgress, copyLog } from './copyLog.ts';
import { SAVED_FILE } from './createBackup.ts';
import type { SavedTable } from './format.ts';
import { pagesOf } from './log.ts';
import { type CheckedBackup, linesOf, logInBackup } from './readBackup.ts';
import { CHECKPOINTS, insertRows, raiseSequences } from './tables.ts';

export interface RestoreOrder {
  readonly backup: CheckedBackup;
  readonly installation: Installation;
  readonly dataDir: string;
  /** Keeps queued mails unsent: for a trial, or if they were sent already. */
  readonly withoutMail: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

const ROWS_AT_ONCE = 500;

/**
 * Restores a checked backup into an empty database (and event store, if it has one) while no portal runs: first the log, which
 * can be interrupted and repeated, then the tables in one transaction. The next start rebuilds the read models.
 * @throws Error if the database is not empty, or the backup is of a later version
 */
export async function restoreBackup(order: RestoreOrder): Promise<void> {
  const { backup, installation, signal, onProgress } = order;
  const known = new Set(serverMigrations.map(({ name }) => name));
  const unknown = backup.header.migrations.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `This backup was made by a later version (it has ${unknown}). Restore it with that version.`,
    );
  }
  const { pool } = installation.database;
  const alone = await takeDatabaseAlone(installation.databaseUrl);
  try {
    await installation.migrate(backup.header.migrations);
    const tables = await thoseThere(pool, backup.tables);
    await assertEmpty(pool, tables);
    const { store, writer } = await installation.openLog(placeOf(installation.eventStoreUrl));
    const { end } = await copyLog({
      source: logInBackup(backup.file),
      target: store,
      writer,
      total: backup.end.log.seq,
      signal,
      onProgress,
    });
    if (end.hash !== backup.end.log.hash) throw new Error('The backup was changed while it was restored.');
    await restoreFile(order);
    await inTransaction(pool, async (transaction) => {
      // no one else waits, and mapping positions reads the whole log
      await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await insertAll(transaction, backup, tables);
      for (const table of tables) await raiseSequences(transaction, table);
      await placeInStore(transaction, store, end.seq);
      if (order.withoutMail) {
        await transaction.query(
          "UPDATE mail_outbox SET status = 'kept', next_attempt_at = NULL WHERE status = 'queued'",
        );
      }
    });
  } finally {
    await alone.leave();
  }
}

/** Tables of the backup that still exist. */
async function thoseThere(pool: pg.Pool, tables: readonly SavedTable[]): Promise<readonly SavedTable[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT t.name FROM unnest($1::text[]) AS t(name) WHERE to_regclass(quote_ident(t.name)) IS NOT NULL',
    [tables.map(({ name }) => name)],
  );
  const there = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => there.has(name));
}

async function assertEmpty(pool: pg.Pool, tables: readonly SavedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount !== 0) {
      throw new Error(
        `The database is not empty: ${name} has rows. Restore into an empty database (and DATA_DIR); nothing was changed.`,
      );
    }
  }
}

async function insertAll(
  transaction: pg.ClientBase,
  backup: CheckedBackup,
  tables: readonly SavedTable[],
): Promise<void> {
  let waiting: string[] = [];
  let current: SavedTable | undefined;
  const flush = async () => {
    if (current !== undefined && waiting.length > 0) await insertRows(transaction, current, waiting);
    waiting = [];
  };
  for await (const { line } of linesOf(backup.file)) {
    if ('event' in line || 'file' in line) break;
    if ('table' in line) {
      await flush();
      current = tables.find(({ name }) => name === line.table.name);
    }
    if ('row' in line) waiting.push(line.row);
    if (waiting.length >= ROWS_AT_ONCE) await flush();
  }
  await flush();
}

/** Maps saved event numbers to positions in the current store. */
async function placeInStore(transaction: pg.ClientBase, store: EventStore, last: number): Promise<void> {
  const { rows } = await transaction.query<{ seq: string }>(
    `SELECT DISTINCT position AS seq FROM ${CHECKPOINTS} WHERE position IS NOT NULL`,
  );
  // a checkpoint may be after the last saved event
  const wanted = new Map(rows.map(({ seq }) => [seq, Math.min(Number(seq), last)]));
  const places = await positionsOf(store, new Set(wanted.values()));
  await transaction.query(
    `UPDATE ${CHECKPOINTS} SET position = p.place FROM unnest($1::text[], $2::text[]) AS p(seq, place) WHERE position = p.seq`,
    [[...wanted.keys()], [...wanted.values()].map((seq) => places.get(seq) ?? null)],
  );
}

async function positionsOf(
  store: EventStore,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Position>> {
  const found = new Map<number, Position>();
  if (wanted.size === 0) return found;
  let seq = 0;
  for await (const { events } of pagesOf(store)) {
    for (const { position } of events) {
      seq += 1;
      if (wanted.has(seq)) found.set(seq, position);
    }
    if (found.size === wanted.size) break;
  }
  return found;
}

async function restoreFile({ backup, dataDir }: RestoreOrder): Promise<void> {
  let text: string | null = null;
  for await (const { line } of linesOf(backup.file)) {
    if ('event' in line) break;
    if ('file' in line) text = '';
    if ('text' in line) text += `${line.text}\n`;
  }
  const file = join(dataDir, SAVED_FILE);
  if (text === null || (await readOrNull(file)) !== null) return;
  await ensureDataDirectory(dataDir);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}
