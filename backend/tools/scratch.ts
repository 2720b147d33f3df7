import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@portal/server/platform/embeddedPostgres/startEmbeddedPostgres.ts';

/** A temporary folder that PostgreSQL can enter, which runs as another user if this process runs as root. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The portal's embedded PostgreSQL with fsync, in a temporary folder. @param settings in addition to the tuned ones */
export async function withPostgres<Result>(
  work: (postgres: EmbeddedPostgres, folder: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return withFolder(async (folder) => {
    const warn = (message: string) => process.stderr.write(`${message}\n`);
    const log = { info: () => undefined, warn, error: warn };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings });
    try {
      return await work(postgres, folder);
    } finally {
      await postgres.stop();
    }
  });
}
