import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf } from '../../kernel/messageOf.ts';

/** A backup can't be read as it was written. */
export class DamagedBackup extends Error {
  constructor(file: string, where: string, why: string) {
    super(`The backup ${basename(file)} is damaged ${where}: ${why}. Nothing was restored from it.`);
    this.name = 'DamagedBackup';
  }
}

/** Hexadecimal digits of the running hash before each line. */
const MARK = 16;

/** The running hash: a line that was changed, lost, doubled or moved spoils the mark of its own line and of all after it. */
class Marks {
  #hash: Buffer = Buffer.alloc(32);

  next(line: string): string {
    this.#hash = createHash('sha256').update(this.#hash).update(line, 'utf8').digest();
    return this.#hash.toString('hex').slice(0, MARK);
  }
}

/** Writes lines of JSON, gzipped, each with a mark that proves it and all before it. */
export interface LineWriter {
  line(json: string): Promise<void>;
  /** Syncs the file to disk and gives it its name. */
  close(): Promise<void>;
  /** Takes what was written away. */
  abandon(): Promise<void>;
}

/**
 * The file has its name only once it is whole; nobody but its owner can read it.
 * @throws Error when there is a file of that name
 */
export async function writeLines(file: string): Promise<LineWriter> {
  if ((await stat(file).catch(() => null)) !== null) throw new Error(`File ${file} already exists.`);
  const draft = `${file}.${process.pid}.part`;
  const out = createWriteStream(draft, { mode: 0o600, flush: true });
  const gzip = createGzip();
  gzip.pipe(out);
  // a disk that fails is told by whoever writes next
  let failure: Error | null = null;
  out.on('error', (error) => {
    failure = error;
    gzip.destroy(error);
  });
  gzip.on('error', () => undefined);
  const marks = new Marks();
  return {
    async line(json) {
      if (failure !== null) throw failure;
      if (!gzip.write(`${marks.next(json)} ${json}\n`)) await once(gzip, 'drain');
    },
    async close() {
      gzip.end();
      await finished(out);
      // unlike a rename, a link never takes the place of a file that came meanwhile
      await link(draft, file);
      await rm(draft);
    },
    async abandon() {
      gzip.destroy();
      out.destroy();
      // a file that is still being opened would come after its removal
      await finished(out).catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/**
 * The lines of a backup, in order, without their marks.
 * @param place says what stands at a line, for the message about one that is damaged
 * @throws DamagedBackup naming the first line that is not as it was written
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

/** Errors of reading the file, as against those of what is in it. */
const isFromFileSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
