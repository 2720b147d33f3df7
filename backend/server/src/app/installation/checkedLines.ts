import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf } from '../../kernel/messageOf.ts';

/** A line of a backup was changed or is missing. */
export class DamagedBackup extends Error {
  constructor(file: string, where: string, why: string) {
    super(`The backup ${basename(file)} is damaged ${where}: ${why}. Nothing was restored from it.`);
    this.name = 'DamagedBackup';
  }
}

/** Hexadecimal digits of the running hash per line. */
const MARK = 16;

/** A running hash: a changed, lost, repeated or moved line invalidates all later marks. */
class Marks {
  #hash: Buffer = Buffer.alloc(32);

  next(line: string): string {
    this.#hash = createHash('sha256').update(this.#hash).update(line, 'utf8').digest();
    return this.#hash.toString('hex').slice(0, MARK);
  }
}

export type LineWriter = Awaited<ReturnType<typeof writeLines>>;

/**
 * Writes gzipped lines of JSON, each with a mark over all lines so far. The file gets its name once it is complete,
 * readable by its owner only.
 * @throws Error if the file exists
 */
export async function writeLines(file: string) {
  if ((await stat(file).catch(() => null)) !== null) throw new Error(`File ${file} already exists.`);
  const draft = `${file}.${process.pid}.part`;
  const out = createWriteStream(draft, { mode: 0o600, flush: true });
  const gzip = createGzip();
  gzip.pipe(out);
  // thrown by the next write
  let failure: Error | null = null;
  out.on('error', (error) => {
    failure = error;
    gzip.destroy(error);
  });
  gzip.on('error', () => undefined);
  const marks = new Marks();
  return {
    async line(json: string): Promise<void> {
      if (failure !== null) throw failure;
      if (!gzip.write(`${marks.next(json)} ${json}\n`)) await once(gzip, 'drain');
    },
    /** Syncs the file and gives it its name. */
    async close(): Promise<void> {
      gzip.end();
      await finished(out);
      // unlike a rename, a link never replaces a file
      await link(draft, file);
      await rm(draft);
    },
    /** Deletes what was written. */
    async abandon(): Promise<void> {
      gzip.destroy();
      out.destroy();
      // a file that is still being opened would appear after its removal
      await finished(out).catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/**
 * The lines of a backup without their marks.
 * @param place describes the current line in errors
 * @throws DamagedBackup naming the first damaged line
 */
export async function* readLines(
  file: string,
  place: () => string = () => '',
): AsyncGenerator<string, void, void> {
  const marks = new Marks();
  let number = 0;
  const damaged = (why: string) => new DamagedBackup(file, `at line ${number}${place()}`, why);
  const input = createReadStream(file);
  const gunzip = createGunzip();
  input.on('error', (error) => gunzip.destroy(error));
  input.pipe(gunzip);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const pieces = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        number += 1;
        const json = piece.slice(MARK + 1);
        if (piece.slice(0, MARK + 1) !== `${marks.next(json)} `) throw damaged('it was changed');
        yield json;
      }
    }
  } catch (error) {
    if (error instanceof DamagedBackup || isFromFileSystem(error)) throw error;
    number += 1;
    throw damaged(messageOf(error));
  } finally {
    input.destroy();
    gunzip.destroy();
  }
  if (rest !== '') {
    number += 1;
    throw damaged('the line has no end');
  }
}

/** Errors of reading, not of the content. */
const isFromFileSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
