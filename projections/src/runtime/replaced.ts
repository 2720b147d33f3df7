import type { ClientBase, Pool, PoolClient } from 'pg';
import { boolean, integer, text } from './columns.ts';
import { isLockTrouble } from './databaseErrors.ts';
import type { Projection } from './definition.ts';
import { liveGeneration } from './generation.ts';
import { selectColumn } from './select.ts';
import { viewName } from './table.ts';

/** Table names as `generationName` makes them. */
const GENERATION = /^(.+)_v(\d+)_g(\d+)$/;
/** An earlier version counts as abandoned this long after its lease ended, by the database's clock. */
const ABANDONED_SECONDS = 3_600;

/**
 * Drops tables that no release uses, because they may hold personal data that was erased since: earlier versions whose
 * lease is free, and generations left by a rebuild that died or was blocked by a reader. An older release that starts
 * again fills its tables from the log.
 * @returns the tables dropped; one in use is left to the next call
 */
export async function dropReplaced(
  pool: Pool,
  projections: readonly Projection[],
  { abandonedSeconds = ABANDONED_SECONDS }: { readonly abandonedSeconds?: number } = {},
): Promise<readonly string[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const dropped: string[] = [];
    for (const projection of projections) {
      // a running rebuild may still need what looks abandoned
      await underRebuildLock(client, projection, async () => {
        dropped.push(...(await dropLeftBehind(client, projection)));
      });
      dropped.push(...(await dropEarlierVersions(client, projection, abandonedSeconds)));
    }
    return dropped;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Works under the session's lock on rebuilding a projection. @returns false if another session holds it */
export async function underRebuildLock(
  client: PoolClient,
  { name, version }: Projection,
  work: () => Promise<void>,
): Promise<boolean> {
  const lock = [`rebuild ${name} ${version}`];
  const sql = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0))';
  const [locked = false] = await selectColumn(client, boolean, sql, lock);
  if (!locked) return false;
  try {
    await work();
  } finally {
    // closing the connection releases the lock too, but only once PostgreSQL notices
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock).catch(() => undefined);
  }
  return true;
}

/** Drops the generations of this version that are not live. Call it under the rebuild's lock. */
export async function dropLeftBehind(client: PoolClient, projection: Projection): Promise<readonly string[]> {
  const { version } = projection;
  const kept = await liveGeneration(client, projection);
  return kept === undefined ? [] : (await dropGenerations(client, projection, { version, kept })).dropped;
}

/** Drops earlier versions that no process feeds. A later one belongs to a newer release. */
async function dropEarlierVersions(
  client: PoolClient,
  projection: Projection,
  abandonedSeconds: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT version FROM projection_leases WHERE projection = $1 AND version < $2
       AND until < clock_timestamp() - make_interval(secs => $3)`,
    [projection.name, projection.version, abandonedSeconds],
  );
  const dropped: string[] = [];
  for (const { version } of rows) {
    const gone = await dropGenerations(client, projection, { version, kept: null });
    dropped.push(...gone.dropped);
    if (gone.isInUse) continue;
    await client.query('DELETE FROM projection_leases WHERE projection = $1 AND version = $2', [
      projection.name,
      version,
    ]);
  }
  return dropped;
}

/**
 * Drops the generations of a version: the tables of each and its rows in the runtime's tables in one transaction, so that
 * none is left in part.
 * @param of.kept the generation that stays; null for none
 * @returns the tables dropped, and whether a generation stayed because a table of it is in use
 */
async function dropGenerations(
  client: PoolClient,
  projection: Projection,
  { version, kept }: { readonly version: number; readonly kept: number | null },
): Promise<{ readonly dropped: readonly string[]; readonly isInUse: boolean }> {
  const dropped: string[] = [];
  let isInUse = false;
  for (const [generation, tables] of await generationsOf(client, projection, version)) {
    if (generation === kept) continue;
    try {
      await client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
      for (const table of tables) await dropTable(client, table);
      for (const table of ['projection_parked', 'projection_parked_events', 'projection_generations']) {
        await client.query(
          `DELETE FROM ${table} WHERE projection = $1 AND version = $2 AND generation = $3`,
          [projection.name, version, generation],
        );
      }
      await client.query('COMMIT');
      dropped.push(...tables.map(({ name }) => name));
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isLockTrouble(error)) throw error;
      isInUse = true;
    }
  }
  return { dropped, isInUse };
}

interface GenerationTable {
  readonly name: string;
  readonly view: string;
}

/** Generations of a version with their tables. A rebuild that died may have left a table or a row alone. */
async function generationsOf(
  client: PoolClient,
  { name: projection, tables }: Projection,
  version: number,
): Promise<ReadonlyMap<number, readonly GenerationTable[]>> {
  const recorded = await selectColumn(
    client,
    integer,
    'SELECT generation FROM projection_generations WHERE projection = $1 AND version = $2',
    [projection, version],
  );
  const generations = new Map<number, GenerationTable[]>(recorded.map((generation) => [generation, []]));
  const names = await selectColumn(
    client,
    text,
    `SELECT relname::text FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname ~ '_v[0-9]+_g[0-9]+$'`,
    [],
  );
  const bases = new Set(Object.values(tables).map(({ name }) => name));
  for (const name of names) {
    const [, base = '', ofVersion, generation] = GENERATION.exec(name) ?? [];
    if (!bases.has(base) || Number(ofVersion) !== version) continue;
    const table = { name, view: viewName(base, version) };
    generations.set(Number(generation), [...(generations.get(Number(generation)) ?? []), table]);
  }
  return generations;
}

/** Drops a table, and its view unless that reads another generation. */
async function dropTable(client: PoolClient, { name, view }: GenerationTable): Promise<void> {
  await client.query(
    `DO $$ BEGIN
       IF EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
                  WHERE d.refobjid = '${name}'::regclass AND r.ev_class = to_regclass('${view}'))
       THEN DROP VIEW ${view}; END IF;
     END $$`,
  );
  await client.query(`DROP TABLE ${name}`);
}

/**
 * Drops all tables of read models (all versions and generations), of the runtime and the log index; the next start
 * fills them from the log. Nothing may follow the log meanwhile.
 */
export async function dropReadModels(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename ~ '_v[0-9]+_g[0-9]+$' OR tablename ~ '^projection_' OR tablename = 'log_index')`,
  );
  if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`);
}
