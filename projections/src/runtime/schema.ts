import type { Pool, PoolClient } from 'pg';
import type { Projection } from './definition.ts';
import {
  createIndexesSql,
  createSearchIndexesSql,
  createTableSql,
  generationName,
  TRIGRAMS,
  viewName,
} from './table.ts';

/** Any number that no other part of the portal takes a PostgreSQL advisory lock on. */
const MIGRATION_LOCK = 7_204_105_611;

const STEPS: readonly string[] = [
  `CREATE TABLE projection_leases (
     projection text NOT NULL, version integer NOT NULL,
     epoch bigint NOT NULL DEFAULT 0, owner text, until timestamptz NOT NULL DEFAULT '-infinity',
     PRIMARY KEY (projection, version))`,
  // `revision` counts every write to a generation's rows: whoever has rows in memory finds out that they are stale.
  `CREATE TABLE projection_generations (
     projection text NOT NULL, version integer NOT NULL, generation integer NOT NULL,
     state text NOT NULL CHECK (state IN ('live', 'filling')),
     epoch bigint NOT NULL DEFAULT 0, checkpoint text COLLATE "C", revision bigint NOT NULL DEFAULT 0,
     updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (projection, version, generation)) WITH (fillfactor = 50)`,
  `CREATE UNIQUE INDEX projection_generations_live ON projection_generations (projection, version) WHERE state = 'live'`,
  `CREATE TABLE projection_parked (
     projection text NOT NULL, version integer NOT NULL, generation integer NOT NULL, key text NOT NULL,
     event_id text NOT NULL, stream text NOT NULL, stream_revision bigint NOT NULL, position text COLLATE "C" NOT NULL,
     reason text NOT NULL, parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (projection, version, generation, key))`,
  `CREATE TABLE projection_parked_events (
     projection text NOT NULL, version integer NOT NULL, generation integer NOT NULL, key text NOT NULL,
     event_id text NOT NULL, type text NOT NULL, stream text NOT NULL, stream_revision bigint NOT NULL,
     position text COLLATE "C" NOT NULL,
     PRIMARY KEY (projection, version, generation, key, event_id))`,
  `CREATE TABLE log_index (
     seq bigint PRIMARY KEY, position text COLLATE "C" NOT NULL, event_id text NOT NULL, stream text NOT NULL,
     revision bigint NOT NULL, type text NOT NULL, accounts text[] NOT NULL, recorded_at timestamptz, hash bytea NOT NULL)`,
  'CREATE INDEX log_index_event ON log_index (event_id)',
  'CREATE UNIQUE INDEX log_index_stream ON log_index (stream, revision)',
  'CREATE INDEX log_index_position ON log_index (position)',
  'CREATE INDEX log_index_accounts ON log_index USING gin (accounts)',
];

/**
 * Brings the runtime's tables up to date and makes the first generation of each projection that has none.
 * Safe to run from several processes at once: the others wait, and a process that dies holding the lock
 * frees it with its connection.
 */
export async function migrate(
  pool: Pool,
  projections: readonly Projection[],
  consumers: readonly { readonly name: string; readonly version: number }[] = [],
): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS projection_schema (step integer PRIMARY KEY)');
    const { rows } = await client.query<{ steps: string }>('SELECT count(*) AS steps FROM projection_schema');
    for (let step = Number(rows[0]?.steps ?? 0); step < STEPS.length; step += 1) {
      await client.query(STEPS[step] as string);
      await client.query('INSERT INTO projection_schema VALUES ($1)', [step]);
    }
    for (const { name, version } of [...projections, ...consumers]) {
      await client.query(
        'INSERT INTO projection_leases (projection, version) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [name, version],
      );
    }
    for (const projection of projections) await createFirstGeneration(client, projection);
    await wherePossible(client, `CREATE EXTENSION IF NOT EXISTS ${TRIGRAMS}`);
    for (const projection of projections) await indexSearches(client, projection);
    for (const { name, version } of consumers) await insertLive(client, name, version);
    await client.query('COMMIT');
  } catch (error) {
    broken = error as Error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function createFirstGeneration(client: PoolClient, projection: Projection): Promise<void> {
  if (!(await insertLive(client, projection.name, projection.version))) return;
  await createTables(client, projection, 1);
  for (const sql of indexesSql(projection, 1)) await client.query(sql);
  for (const sql of viewsSql(projection, 1)) await client.query(sql);
}

/** Runs a statement of a transaction that may be refused, which then goes on without it. */
async function wherePossible(client: PoolClient, sql: string): Promise<void> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql);
    await client.query('RELEASE SAVEPOINT attempt');
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
  }
}

/** The live generation's indexes on parts of words: searches find the same without them, by reading every row. */
async function indexSearches(client: PoolClient, projection: Projection): Promise<void> {
  const { rows } = await client.query<{ generation: number }>(
    "SELECT generation FROM projection_generations WHERE projection = $1 AND version = $2 AND state = 'live'",
    [projection.name, projection.version],
  );
  const generation = rows[0]?.generation;
  if (generation === undefined) return;
  for (const sql of await searchIndexesSql(client, projection, generation)) await wherePossible(client, sql);
}

/** Statements for a generation's indexes on parts of words; none where the database can't have them. */
export async function searchIndexesSql(
  client: Pool | PoolClient,
  projection: Projection,
  generation: number,
): Promise<readonly string[]> {
  const { rows } = await client.query(
    "SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)",
  );
  if (rows.length === 0) return [];
  return Object.values(projection.tables).flatMap((table) =>
    createSearchIndexesSql(table, generationName(table.name, projection.version, generation)),
  );
}

async function insertLive(client: PoolClient, name: string, version: number): Promise<boolean> {
  const inserted = await client.query(
    `INSERT INTO projection_generations (projection, version, generation, state)
     SELECT $1, $2, 1, 'live' WHERE NOT EXISTS (
       SELECT FROM projection_generations WHERE projection = $1 AND version = $2 AND state = 'live')`,
    [name, version],
  );
  return inserted.rowCount === 1;
}

/** The tables of one generation, without indexes. */
export async function createTables(
  client: Pool | PoolClient,
  projection: Projection,
  generation: number,
): Promise<void> {
  for (const table of Object.values(projection.tables)) {
    await client.query(createTableSql(table, generationName(table.name, projection.version, generation)));
  }
}

export const indexesSql = (projection: Projection, generation: number): readonly string[] =>
  Object.values(projection.tables).flatMap((table) =>
    createIndexesSql(table, generationName(table.name, projection.version, generation)),
  );

/** Points the views, which are all that queries name, at one generation's tables. */
export function viewsSql(projection: Projection, generation: number): readonly string[] {
  const { tables, version } = projection;
  const tableNames = Object.fromEntries(
    Object.entries(tables).map(([key, table]) => [key, generationName(table.name, version, generation)]),
  );
  const plain = Object.values(tables)
    .filter((table) => !(table.name in projection.views))
    .map((table) => [
      table.name,
      `SELECT ${table.columnNames.join(', ')} FROM ${generationName(table.name, version, generation)}`,
    ]);
  const own = Object.entries(projection.views).map(([name, sql]) => [name, sql(tableNames)]);
  return [...plain, ...own].map(
    ([name, sql]) => `CREATE OR REPLACE VIEW ${viewName(name as string, version)} AS ${sql}`,
  );
}

/** Takes one generation's tables away; nothing when they are gone. */
export async function dropTables(
  client: Pool | PoolClient,
  projection: Projection,
  generation: number,
): Promise<void> {
  for (const table of Object.values(projection.tables)) {
    await client.query(`DROP TABLE IF EXISTS ${generationName(table.name, projection.version, generation)}`);
  }
}
