import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MEGABYTE = 1_048_576;
const FILLER = 'filler';

export type SmallDisk = Exclude<Awaited<ReturnType<typeof mountSmallDisk>>, string>;

/**
 * Mounts a disk in memory, as root or by sudo without a password.
 * @returns the reason if mounting is not permitted
 */
export async function mountSmallDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-disk-'));
  const user = process.getuid?.() ?? 0;
  const as = (command: string, args: readonly string[]) =>
    user === 0 ? run(command, args) : run('sudo', ['-n', command, ...args]);
  try {
    await as('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711,uid=${user}`, 'tmpfs', folder]);
  } catch (error) {
    await rm(folder, { recursive: true });
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').trim() : String(error);
    return `mounting a disk is not permitted here (${why})`;
  }
  await chmod(folder, 0o711);
  return {
    folder,
    /** Fills the free space. */
    async fill() {
      await fillUp(path.join(folder, FILLER));
    },
    /** Undoes `fill`. */
    async free() {
      await rm(path.join(folder, FILLER), { force: true });
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    /** Unmounts it, also while a file on it is open. */
    async remove() {
      await as('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Appends until the disk is full, in large pieces, then in small ones. */
async function fillUp(file: string): Promise<void> {
  const handle = await open(file, 'a');
  try {
    for (const size of [MEGABYTE, 4_096]) {
      const piece = Buffer.alloc(size, 1);
      try {
        // until ENOSPC
        for (let written = 0; written < 4_096 * MEGABYTE; )
          written += (await handle.write(piece)).bytesWritten;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    await handle.close();
  }
}
