import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Change } from './kinds.ts';

/** The changes of one call: one line of the file, so a call is saved as a whole or not at all. */
export interface JournalLine {
  /** The account's publishable key. */
  readonly account: string;
  readonly changes: readonly Change[];
}

/**
 * Opens the simulator's file (JSON lines, readable by its owner only): passes its lines to `restore`, then rewrites it
 * from `snapshot`, so that it doesn't grow with each start. A line is written, without fsync, before its call is answered:
 * a killed portal loses no charge, a power cut may. One process at a time.
 * @throws Error of one line when the file is damaged before its end
 */
export function openJournal(
  file: string,
  restore: (line: JournalLine) => void,
  snapshot: () => readonly JournalLine[],
) {
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // the last line, if cut off, is of a call that was never answered
  for (const [index, line] of lines.slice(0, -1).entries()) restore(readLine(line, file, index + 1));
  const fresh = `${file}.new`;
  const text = snapshot().map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(fresh, text.join(''), { mode: 0o600 });
  renameSync(fresh, file);
  const handle = openSync(file, 'a', 0o600);
  return {
    append: (line: JournalLine): void => {
      writeSync(handle, `${JSON.stringify(line)}\n`);
    },
    close: () => closeSync(handle),
  };
}

function readLine(line: string, file: string, number: number): JournalLine {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(
      `Line ${number} of the Stripe simulator's file ${file} can't be read; delete the file to start over.`,
      { cause: error },
    );
  }
}
