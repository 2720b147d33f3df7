import { isDeepStrictEqual } from 'node:util';
import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { createCodec, type EventStore } from '@portal/event-store';
import { portalProjections, startProjections } from '@portal/projections';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { PORTAL_SETTINGS } from '@portal/server/test/support/stage.ts';
import { testDatabase } from '@portal/server/test/testDatabase.ts';
import type pg from 'pg';

const KEY_ENCRYPTION_KEY = Buffer.from(PORTAL_SETTINGS.KEY_ENCRYPTION_KEY ?? '', 'base64');

/** The codec of a stage's portals. */
export const codecOf = (db: pg.Pool) =>
  createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing: postgresKeyRing(db, KEY_ENCRYPTION_KEY),
  });

/** Rows of all read models and the log index as text, by view. */
export type ReadModels = Readonly<Record<string, readonly string[]>>;

/** A log and its portals' database, e.g. a stage. */
export interface LogAndDatabase {
  readonly store: EventStore;
  readonly database: { readonly pool: pg.Pool };
}

export async function readModels(db: pg.Pool): Promise<ReadModels> {
  const found = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.views WHERE table_schema = 'public' AND table_name ~ '_v[0-9]+$' ORDER BY 1",
  );
  const models: Record<string, readonly string[]> = {};
  for (const name of [...found.rows.map(({ name }) => name), 'log_index']) {
    const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    models[name] = rows.map(({ row }) => row);
  }
  return models;
}

/** The read models of this log, built in an empty database. */
export async function rebuiltReadModels({ store, database }: LogAndDatabase): Promise<ReadModels> {
  const elsewhere = await testDatabase({ empty: true });
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  try {
    const projections = await startProjections({
      store,
      codec: codecOf(database.pool),
      pool: elsewhere.pool,
      projections: portalProjections,
      log: quiet,
      owner: 'a rebuild elsewhere',
      run: true,
    });
    try {
      await projections.caughtUp();
      return await readModels(elsewhere.pool);
    } finally {
      await projections.stop();
    }
  } finally {
    await elsewhere.close();
  }
}

/**
 * Waits until the read models equal a rebuild, also of events that are appended meanwhile.
 * @returns the duration in milliseconds without the rebuilds, and the number of rows
 * @throws Error that names the views that differ after `seconds`
 */
export async function readModelsEqualRebuild(
  place: LogAndDatabase,
  seconds = 10,
): Promise<{ readonly ms: number; readonly rows: number }> {
  let rebuilt: ReadModels = {};
  let head: string | null | undefined;
  let live: ReadModels = {};
  let rebuilding = 0;
  const began = performance.now();
  const equal = async () => {
    const now = await place.store.head();
    if (now !== head) {
      const before = performance.now();
      rebuilt = await rebuiltReadModels(place);
      rebuilding += performance.now() - before;
      head = now;
    }
    const all = await readModels(place.database.pool);
    // read models of another release may be beside this one's
    live = Object.fromEntries(Object.entries(all).filter(([name]) => name in rebuilt));
    return isDeepStrictEqual(live, rebuilt);
  };
  await eventually(equal, seconds).catch(() => {
    const different = Object.keys({ ...live, ...rebuilt }).filter(
      (name) => !isDeepStrictEqual(live[name], rebuilt[name]),
    );
    throw new Error(`Read models differ from a rebuild after ${seconds} s: ${different.join(', ')}`);
  });
  return { ms: performance.now() - began - rebuilding, rows: Object.values(live).flat().length };
}
