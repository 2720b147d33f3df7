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
  seed: z.number().int(),
  /** Where the history ends, an ISO instant. */
  until: z.iso.datetime(),
  /** False while it is being filled, and for ever where that was cut short. */
  finished: z.boolean(),
  /** Everybody's in the demo, the administrator's too; made with the folder. */
  password: z.string().min(8),
});

/** What the demo's own marker file says of its data folder. */
export type DemoMarker = z.infer<typeof demoSchema>;

/** A folder that is not the demo's, or is another demo's; the message says what to do. */
export class NotThisDemo extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotThisDemo';
  }
}

/**
 * The demo in this folder, made ready to be filled where there is none. Only a folder that carries the marker is ever
 * deleted: one whose filling was cut short, or any demo with `fresh`.
 * @param dataDir absolute
 * @throws NotThisDemo for a folder of something else, or a demo of another seed
 */
export async function openDemoFolder(
  dataDir: string,
  wanted: { readonly seed: number; readonly until: Date; readonly fresh: boolean },
): Promise<DemoMarker> {
  const marker = await readMarker(dataDir);
  if (marker === null && (await hasContent(dataDir))) {
    throw new NotThisDemo(
      `${dataDir} holds something that is no demo. Set DATA_DIR to a folder of the demo's own.`,
    );
  }
  if (marker?.finished === true && !wanted.fresh) {
    if (marker.seed === wanted.seed) return marker;
    throw new NotThisDemo(
      `The demo in ${dataDir} has seed ${marker.seed}. Start it with --seed ${marker.seed}, or make it anew with --fresh.`,
    );
  }
  if (marker !== null) await removeDemo(dataDir);
  const made: DemoMarker = {
    seed: wanted.seed,
    until: wanted.until.toISOString(),
    finished: false,
    password: randomBytes(9).toString('base64url'),
  };
  await ensureDataDirectory(dataDir);
  await writeMarker(dataDir, made);
  return made;
}

/** Writes down that the demo is complete. */
export async function finishDemoFolder(dataDir: string, marker: DemoMarker): Promise<void> {
  await writeMarker(dataDir, { ...marker, finished: true });
}

async function readMarker(dataDir: string): Promise<DemoMarker | null> {
  const text = await readOrNull(join(dataDir, MARKER));
  if (text === null) return null;
  const parsed = demoSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new NotThisDemo(
    `${join(dataDir, MARKER)} can't be read as the demo's marker. Look into it, or set another DATA_DIR.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whole or not at all: half a marker would keep the folder from being made anew. */
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

/** Refuses while a portal runs on it; ends a PostgreSQL that a killed one left behind, so that none writes into what is gone. */
async function removeDemo(dataDir: string): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await postgres.stop();
  await rm(await placeElsewhere(dataDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Where root's PostgreSQL keeps this demo's cluster when its user can't enter the folder; else the folder itself. */
async function placeElsewhere(dataDir: string): Promise<string> {
  try {
    return dirname(await readlink(join(dataDir, 'postgres')));
  } catch (error) {
    if (isErrno(error, 'EINVAL') || isErrno(error, 'ENOENT')) return dataDir;
    throw error;
  }
}
