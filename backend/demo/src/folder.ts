import { randomBytes } from 'node:crypto';
import { readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ensureDataDirectory,
  isErrno,
  readOrNull,
} from '@portal/server/platform/embeddedPostgres/dataDirectory.ts';
import { startEmbeddedPostgres } from '@portal/server/platform/embeddedPostgres/startEmbeddedPostgres.ts';
import { z } from 'zod';

const MARKER = 'demo.json';

const demoSchema = z.object({
  /** End of the history, an ISO instant. */
  until: z.iso.datetime(),
  /** False until it is filled. */
  finished: z.boolean(),
  /** Of all people in the demo; generated. */
  password: z.string().min(8),
});

/** The marker file in the demo's data folder. */
export type DemoMarker = z.infer<typeof demoSchema>;

/** The folder holds something else; the message says what to do. */
export class NotThisDemo extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotThisDemo';
  }
}

/**
 * The demo of this folder, or a new one to fill. Deletes a folder only if it has the marker: with `fresh`, or if its
 * filling was interrupted.
 * @param dataDir absolute
 * @throws NotThisDemo for a folder of something else
 */
export async function openDemoFolder(
  dataDir: string,
  wanted: { readonly until: Date; readonly fresh: boolean },
): Promise<DemoMarker> {
  const marker = await readMarker(dataDir);
  if (marker === null && (await hasContent(dataDir))) {
    throw new NotThisDemo(`${dataDir} holds something other than a demo. Set DATA_DIR to an empty folder.`);
  }
  if (marker?.finished === true && !wanted.fresh) return marker;
  if (marker !== null) await removeDemo(dataDir);
  const made: DemoMarker = {
    until: wanted.until.toISOString(),
    finished: false,
    password: randomBytes(9).toString('base64url'),
  };
  await ensureDataDirectory(dataDir);
  await writeMarker(dataDir, made);
  return made;
}

export async function finishDemoFolder(dataDir: string, marker: DemoMarker): Promise<void> {
  await writeMarker(dataDir, { ...marker, finished: true });
}

async function readMarker(dataDir: string): Promise<DemoMarker | null> {
  const text = await readOrNull(join(dataDir, MARKER));
  if (text === null) return null;
  const parsed = demoSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new NotThisDemo(
    `${join(dataDir, MARKER)} is not a valid marker of a demo. Check it, or set another DATA_DIR.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Atomic: a folder with half a marker could not be recreated. */
async function writeMarker(dataDir: string, marker: DemoMarker): Promise<void> {
  const path = join(dataDir, MARKER);
  await writeFile(`${path}.new`, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function hasContent(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(dataDir)).length > 0;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Refuses while a portal runs on it, and stops a PostgreSQL that a killed portal left running. */
async function removeDemo(dataDir: string): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await postgres.stop();
  await rm(await clusterFolder(dataDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** The folder of PostgreSQL's cluster, which is elsewhere if root's PostgreSQL user can't enter the data folder. */
async function clusterFolder(dataDir: string): Promise<string> {
  try {
    return dirname(await readlink(join(dataDir, 'postgres')));
  } catch (error) {
    if (isErrno(error, 'EINVAL') || isErrno(error, 'ENOENT')) return dataDir;
    throw error;
  }
}
