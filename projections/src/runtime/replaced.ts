import type { ClientBase, Pool, PoolClient } from 'pg';
import { boolean } from './columns.ts';
import { isLockTrouble } from './databaseErrors.ts';
import type { Projection } from './definition.ts';
import { liveGeneration } from './generation.ts';
import { selectColumn } from './select.ts';

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
  const { name, version } = projection;
  const kept = await liveGeneration(client, projection);
  if (kept === undefined) return [];
  const old = await generationsOf(
    client,
    projection,
    (one) => one.version === version && one.generation !== kept,
  );
  const dropped = await dropAll(client, old);
  if (dropped.length < old.length) return dropped;
  for (const table of ['projection_parked', 'projection_parked_events', 'projection_generations']) {
    await client.query(`DELETE FROM ${table} WHERE projection = $1 AND version = $2 AND generation <> $3`, [
      name,
      version,
      kept,
    ]);
  }
  return dropped;
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
    const old = await generationsOf(client, projection, (one) => one.version === version);
    const gone = await dropAll(client, old);
    dropped.push(...gone);
    if (gone.length < old.length) continue;
    for (const table of [
      'projection_parked',
      'projection_parked_events',
      'projection_generations',
      'projection_leases',
    ]) {
      await client.query(`DELETE FROM ${table} WHERE projection = $1 AND version = $2`, [
        projection.name,
        version,
      ]);
    }
  }
  return dropped;
}

interface GenerationTable {
  readonly table: string;
  readonly view: string;
  readonly version: number;
  readonly generation: number;
}

async function generationsOf(
  client: PoolClient,
  { tables }: Projection,
  which: (one: GenerationTable) => boolean,
): Promise<readonly GenerationTable[]> {
  const names = new Set(Object.values(tables).map(({ name }) => name));
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname ~ '_v[0-9]+_g[0-9]+$'`,
  );
  return rows
    .flatMap(({ name }) => {
      const [, base = '', version, generation] = GENERATION.exec(name) ?? [];
      const view = `${base}_v${version}`;
      return names.has(base)
        ? [{ table: name, view, version: Number(version), generation: Number(generation) }]
        : [];
    })
    .filter(which);
}

async function dropAll(client: PoolClient, old: readonly GenerationTable[]): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const { table, view } of old) {
    try {
      await client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
      // the view stays if it reads another generation
      await client.query(
        `DO $$ BEGIN
           IF EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
                      WHERE d.refobjid = '${table}'::regclass AND r.ev_class = to_regclass('${view}'))
           THEN DROP VIEW ${view}; END IF;
         END $$`,
      );
      await client.query(`DROP TABLE ${table}`);
      await client.query('COMMIT');
      dropped.push(table);
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isLockTrouble(error)) throw error;
    }
  }
  return dropped;
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
