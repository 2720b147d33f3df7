import { join } from 'node:path';
import type { EventStore, Position } from '@portal/event-store';
import { chainEnd } from '@portal/projections';
import type pg from 'pg';
import { readOrNull } from '../../platform/embeddedPostgres/dataDirectory.ts';
import { placeOf } from '../../platform/eventStore/place.ts';
import type { Installation } from '../compose.ts';
import { type LineWriter, writeLines } from './checkedLines.ts';
import { type BackupEnd, eventLine, FORMAT, lineOf, type SealedKey } from './format.ts';
import { ChainSum, type LogEnd, pagesOf } from './log.ts';
import { rowsOf, savedTables } from './tables.ts';

export interface BackupOrder {
  readonly installation: Installation;
  readonly dataDir: string;
  /** Must not exist. */
  readonly file: string;
  readonly now: () => Date;
  /** KEY_ENCRYPTION_KEY, sealed by a passphrase, if it is to be included. */
  readonly key?: SealedKey | null;
  readonly signal?: AbortSignal;
  /** Events written so far; `total` is 0 if unknown. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The file of DATA_DIR that is saved: the simulated card provider's state. */
export const SAVED_FILE = 'stripe-simulator.jsonl';

/**
 * Saves an installation into one file, also while a portal runs: all tables that cannot be rebuilt from the log, as of one
 * moment, and the log up to its end at the start, so that every saved event has its keys.
 * @throws Error if the log does not match its index, or was not indexed
 */
export async function createBackup(order: BackupOrder): Promise<BackupEnd> {
  const { installation, file } = order;
  const { store } = await installation.openLog(placeOf(installation.eventStoreUrl));
  const head = await store.head();
  const writer = await writeLines(file);
  try {
    const rows = await writeTables(writer, order);
    await writeFile(writer, order.dataDir);
    const log = await writeEvents(writer, store, head, order);
    await assertIndexed(installation.database.pool, log);
    await writer.line(lineOf({ end: { rows, log } }));
    await writer.close();
    return { rows, log };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

async function writeTables(
  writer: LineWriter,
  { installation, now, key = null, signal }: BackupOrder,
): Promise<BackupEnd['rows']> {
  const rows: Record<string, number> = {};
  const client = await installation.database.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const migrations = await migrationsOf(client);
    const madeAt = now().toISOString();
    const header = { backup: 'dealer-portal', format: FORMAT, madeAt, migrations, key } as const;
    await writer.line(lineOf({ header }));
    for (const table of await savedTables(client)) {
      await writer.line(lineOf({ table: { ...table, columns: [...table.columns] } }));
      let count = 0;
      for await (const row of rowsOf(client, table)) {
        signal?.throwIfAborted();
        await writer.line(lineOf({ row }));
        count += 1;
      }
      rows[table.name] = count;
    }
    await client.query('COMMIT');
  } finally {
    // closing the connection ends the read-only transaction
    client.release(true);
  }
  return rows;
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const there = await client.query<{ there: boolean }>(
    "SELECT to_regclass('server_migrations') IS NOT NULL AND to_regclass('log_index') IS NOT NULL AS there",
  );
  if (there.rows[0]?.there !== true) {
    throw new Error('There is nothing to back up: no portal was ever started on this database.');
  }
  const { rows } = await client.query<{ name: string }>('SELECT name FROM server_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

async function writeFile(writer: LineWriter, dataDir: string): Promise<void> {
  const text = await readOrNull(join(dataDir, SAVED_FILE));
  if (text === null) return;
  await writer.line(lineOf({ file: SAVED_FILE }));
  const lines = text.split('\n');
  // an unfinished last line is being written right now
  for (const line of lines.slice(0, -1)) await writer.line(lineOf({ text: line }));
}

async function writeEvents(
  writer: LineWriter,
  store: EventStore,
  head: Position | null,
  { installation, signal, onProgress }: BackupOrder,
): Promise<LogEnd> {
  const sum = new ChainSum();
  const total = (await chainEnd(installation.database.pool))?.seq ?? 0;
  const isSaved = (position: Position) => head !== null && store.comparePositions(position, head) <= 0;
  for await (const { events } of pagesOf(store)) {
    const saved = events.filter(({ position }) => isSaved(position));
    for (const event of saved) {
      await writer.line(eventLine(event));
      sum.add(event);
    }
    signal?.throwIfAborted();
    onProgress?.(sum.end.seq, Math.max(total, sum.end.seq));
    if (saved.length < events.length) break;
  }
  return sum.end;
}

/** @throws Error if the log was changed */
async function assertIndexed(pool: pg.Pool, { seq, hash }: LogEnd): Promise<void> {
  if (seq === 0) return;
  const { rows } = await pool.query<{ hash: string }>(
    "SELECT encode(i.hash, 'hex') AS hash FROM log_index i WHERE i.seq = $1",
    [seq],
  );
  // the newest events may not be indexed yet
  if (rows[0] !== undefined && rows[0].hash !== hash) {
    throw new Error(
      `The log does not match its index: up to event ${seq} its hash is ${hash}, in its index ${rows[0].hash}. npm run audit -- verify names the events; nothing was saved.`,
    );
  }
}
