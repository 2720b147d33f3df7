import type { Pool, PoolClient } from 'pg';
import { isLockTrouble } from './databaseErrors.ts';
import type { Projection } from './definition.ts';

/** Tables of a generation as `generationName` names them. */
const GENERATION = /^(.+)_v(\d+)_g(\d+)$/;
/** A process that fed an earlier version and died is given up after this long, by the database's clock. */
const GIVEN_UP_SECONDS = 3_600;

/**
 * Drops what no release reads or feeds any more, and what would otherwise keep rows that the log can't tell again after
 * an erasure: tables of earlier versions once no process holds their lease, and generations that a rebuild which died,
 * or a reader in its way, left behind. An older release that is started again fills its tables anew.
 * @returns the tables dropped; one that somebody reads at the moment is left to the next call
 */
export async function dropReplaced(
  pool: Pool,
  projections: readonly Projection[],
  { givenUpSeconds = GIVEN_UP_SECONDS }: { readonly givenUpSeconds?: number } = {},
): Promise<readonly string[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const dropped: string[] = [];
    for (const projection of projections) {
      dropped.push(...(await leftBehind(client, projection)));
      dropped.push(...(await earlierVersions(client, projection, givenUpSeconds)));
    }
    return dropped;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Generations of this version that are neither live nor being filled. */
async function leftBehind(client: PoolClient, projection: Projection): Promise<readonly string[]> {
  const { name, version } = projection;
  // while a rebuild runs, what looks abandoned may be on its way
  const lock = `rebuild ${name} ${version}`;
  const { rows } = await client.query<{ got: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got',
    [lock],
  );
  if (rows[0]?.got !== true) return [];
  try {
    const live = await client.query<{ generation: number }>(
      "SELECT generation FROM projection_generations WHERE projection = $1 AND version = $2 AND state = 'live'",
      [name, version],
    );
    const kept = live.rows[0]?.generation;
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
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
  }
}

/** Earlier versions that no process feeds. A later one belongs to a release that takes this one's place. */
async function earlierVersions(
  client: PoolClient,
  projection: Projection,
  givenUpSeconds: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT version FROM projection_leases WHERE projection = $1 AND version < $2
       AND until < clock_timestamp() - make_interval(secs => $3)`,
    [projection.name, projection.version, givenUpSeconds],
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
      // the view of a live generation names another table and stays
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
