import { isDeepStrictEqual } from 'node:util';
import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { createCodec, type EventStore } from '@portal/event-store';
import { portalProjections, startProjections } from '@portal/projections';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { PORTAL_SETTINGS } from '@portal/server/test/support/stage.ts';
import { testDatabase } from '@portal/server/test/testDatabase.ts';
import type pg from 'pg';

/** What wraps the keys of a stage's portals. */
export const KEY_ENCRYPTION_KEY = Buffer.from(PORTAL_SETTINGS.KEY_ENCRYPTION_KEY ?? '', 'base64');

/** Rows of every read model and of the log's index, as PostgreSQL prints them, by view. */
export type ReadModels = Readonly<Record<string, readonly string[]>>;

/** The log of some portals and their database, e.g. a stage. */
export interface LogAndDatabase {
  readonly store: EventStore;
  readonly database: { readonly pool: pg.Pool };
}

/** The read models as they stand. */
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

/** The read models of this log, made from its first event on in an empty database of their own. */
export async function rebuiltReadModels({ store, database }: LogAndDatabase): Promise<ReadModels> {
  const elsewhere = await testDatabase({ empty: true });
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  try {
    const codec = createCodec({
      definitions: portalEvents,
      metadataSchema: eventMetadataSchema,
      keyRing: postgresKeyRing(database.pool, KEY_ENCRYPTION_KEY),
    });
    const projections = await startProjections({
      store,
      codec,
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
 * Waits until the read models are what a rebuild makes of the log; what is appended meanwhile is taken in.
 * @returns how long it took them, in milliseconds, the rebuild itself not counted; and how many rows there are
 * @throws Error that names the views that still differ after `seconds`
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
    live = await readModels(place.database.pool);
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
