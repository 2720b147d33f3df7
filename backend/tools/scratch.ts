import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@portal/server/platform/embeddedPostgres/startEmbeddedPostgres.ts';
import pg from 'pg';

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

/** A temporary database. @param superuserConnectionString of any database of the server */
export async function withDatabase<Result>(
  superuserConnectionString: string,
  name: string,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const admin = new pg.Client(superuserConnectionString);
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const url = new URL(superuserConnectionString);
    url.pathname = `/${name}`;
    try {
      return await work(url.href);
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await admin.end();
  }
}
