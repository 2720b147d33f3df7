import { DamagedBackup, readLines } from './checkedLines.ts';
import {
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
  eventOf,
  parseLine,
  type SavedTable,
} from './format.ts';
import { ChainSum, type LogSource } from './log.ts';

/** A complete, undamaged backup. */
export interface CheckedBackup {
  readonly file: string;
  readonly header: BackupHeader;
  readonly tables: readonly SavedTable[];
  readonly end: BackupEnd;
  /** A personal key to test KEY_ENCRYPTION_KEY with; null for none. */
  readonly someKey: { readonly subject: string; readonly wrapped: Buffer } | null;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Events read so far. */
  readonly onProgress?: (done: number) => void;
}

/** The lines of a backup, each with its table. @throws DamagedBackup */
export async function* linesOf(
  file: string,
): AsyncGenerator<{ readonly line: BackupLine; readonly table: string }, void, void> {
  let table = '';
  let rows = 0;
  let events = 0;
  const place = () => {
    if (events > 0) return ` (behind event ${events})`;
    return table === '' ? ' (at its beginning)' : ` (behind row ${rows} of table ${table})`;
  };
  for await (const json of readLines(file, place)) {
    const line = parseLine(json);
    if ('table' in line) {
      table = line.table.name;
      rows = 0;
    }
    if ('row' in line) rows += 1;
    if ('event' in line) events += 1;
    yield { line, table };
  }
}

const KEYS = 'personal_keys';
const NOTIFY_EVERY = 1_000;

/**
 * Reads a whole backup before it is used: checks every line, the number of rows and events, and the log's hash.
 * @throws DamagedBackup naming the first damaged line
 */
export async function checkBackup(file: string, options: ReadOptions = {}): Promise<CheckedBackup> {
  let header: BackupHeader | null = null;
  let end: BackupEnd | null = null;
  let someKey: CheckedBackup['someKey'] = null;
  const tables: SavedTable[] = [];
  const rows: Record<string, number> = {};
  const sum = new ChainSum();
  for await (const { line, table } of linesOf(file)) {
    if (end !== null) throw new DamagedBackup(file, 'at its end', 'there is data after its last line');
    if ('header' in line) header = line.header;
    if ('table' in line) {
      tables.push(line.table);
      rows[table] = 0;
    }
    if ('row' in line) {
      rows[table] = (rows[table] ?? 0) + 1;
      if (table === KEYS) someKey ??= keyOf(line.row);
    }
    if ('event' in line) {
      sum.add(eventOf(line.event));
      if (sum.end.seq % NOTIFY_EVERY === 0) {
        options.signal?.throwIfAborted();
        options.onProgress?.(sum.end.seq);
      }
    }
    if ('end' in line) end = line.end;
  }
  if (header === null || end === null)
    throw new DamagedBackup(file, 'at its end', 'the rest of it is missing');
  const counted = (of: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(of).sort());
  if (counted(rows) !== counted(end.rows) || sum.end.seq !== end.log.seq || sum.end.hash !== end.log.hash) {
    throw new DamagedBackup(file, 'at its end', 'its rows or events differ from its totals');
  }
  options.onProgress?.(sum.end.seq);
  return { file, header, tables, end, someKey };
}

function keyOf(row: string): CheckedBackup['someKey'] {
  const { subject, wrapped } = JSON.parse(row) as { subject: string; wrapped: string | null };
  // PostgreSQL writes bytes as \x and hexadecimal digits
  return wrapped === null ? null : { subject, wrapped: Buffer.from(wrapped.slice(2), 'hex') };
}

/** The log in a backup. */
export function logInBackup(file: string): LogSource {
  return {
    async *events() {
      for await (const { line } of linesOf(file)) if ('event' in line) yield eventOf(line.event);
    },
    later: async () => 0,
  };
}
