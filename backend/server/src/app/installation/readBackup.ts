import type { CopiedEvent } from '@portal/event-store';
import { ChainSum } from './chainSum.ts';
import { DamagedBackup, readLines } from './checkedLines.ts';
import { type BackupEnd, type BackupHeader, type BackupLine, parseLine, type SavedTable } from './format.ts';
import type { LogSource } from './logSource.ts';

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
    if (line.kind === 'table') {
      table = line.table.name;
      rows = 0;
    }
    if (line.kind === 'row') rows += 1;
    if (line.kind === 'event') events += 1;
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
    switch (line.kind) {
      case 'header':
        header = line.header;
        break;
      case 'table':
        tables.push(line.table);
        rows[line.table.name] = 0;
        break;
      case 'row':
        rows[table] = (rows[table] ?? 0) + 1;
        if (table === KEYS) someKey ??= keyOf(line.row);
        break;
      case 'event':
        sum.add(line.event);
        if (sum.end.seq % NOTIFY_EVERY === 0) {
          options.signal?.throwIfAborted();
          options.onProgress?.(sum.end.seq);
        }
        break;
      case 'end':
        end = line.end;
        break;
      case 'file':
      case 'text':
        break;
      default:
        line satisfies never;
    }
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
    async *pages() {
      let page: CopiedEvent[] = [];
      for await (const { line } of linesOf(file)) {
        if (line.kind !== 'event') continue;
        page.push(line.event);
        if (page.length < NOTIFY_EVERY) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    later: async () => 0,
  };
}
