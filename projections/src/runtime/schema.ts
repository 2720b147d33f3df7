import type { Pool, PoolClient } from 'pg';
import type { Projection } from './definition.ts';
import { liveGeneration } from './generation.ts';
import { inTransaction } from './inTransaction.ts';
import { generationName, keyColumns, type Table, viewName } from './table.ts';

/** Advisory lock; a number that no other part of the portal uses. */
const MIGRATION_LOCK = 7_204_105_611;

const STEPS: readonly string[] = [
  `CREATE TABLE projection_leases (
     projection text NOT NULL, version integer NOT NULL,
     epoch bigint NOT NULL DEFAULT 0, owner text, until timestamptz NOT NULL DEFAULT '-infinity',
     PRIMARY KEY (projection, version))`,
  // `revision` counts writes to a generation's rows: a writer with stale rows in memory is detected by it
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
  // events that the log had lost when the generation was filled, which was accepted
  'ALTER TABLE projection_generations ADD COLUMN lost_events bigint NOT NULL DEFAULT 0',
];

/**
 * Brings the runtime's tables up to date and creates the first generation of each new projection. Safe to run from
 * several processes at once: the others wait, and a process that dies releases the lock with its connection.
 */
export async function migrate(
  pool: Pool,
  projections: readonly Projection[],
  consumers: readonly { readonly name: string; readonly version: number }[] = [],
): Promise<void> {
  await inTransaction(pool, async (client) => {
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
    await ifAllowed(client, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
    for (const projection of projections) await createSearchIndexes(client, projection);
    for (const { name, version } of consumers) await insertLive(client, name, version);
  });
}

async function createFirstGeneration(client: PoolClient, projection: Projection): Promise<void> {
  if (!(await insertLive(client, projection.name, projection.version))) return;
  await client.query([tablesSql, indexesSql, viewsSql].map((sqlOf) => sqlOf(projection, 1)).join(';'));
}

/** Runs a statement that may fail; the transaction goes on without it. */
async function ifAllowed(client: PoolClient, sql: string): Promise<void> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql);
    await client.query('RELEASE SAVEPOINT attempt');
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
  }
}

/** Trigram indexes of the live generation. Without them searches find the same by reading every row. */
async function createSearchIndexes(client: PoolClient, projection: Projection): Promise<void> {
  const generation = await liveGeneration(client, projection);
  if (generation === undefined) return;
  for (const sql of await searchIndexesSql(client, projection, generation)) await ifAllowed(client, sql);
}

/**
 * Statements for a generation's trigram indexes, for `LIKE '%word%'`; none if the database lacks the extension.
 */
export async function searchIndexesSql(
  client: PoolClient,
  projection: Projection,
  generation: number,
): Promise<readonly string[]> {
  const { rows } = await client.query(
    "SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)",
  );
  if (rows.length === 0) return [];
  return tablesOf(projection, generation).flatMap(({ table, name }) =>
    [...('search' in table.columns ? ['search'] : []), ...(table.searched ?? [])].map(
      (expression, index) =>
        `CREATE INDEX IF NOT EXISTS ${name}_parts_${index} ON ${name} USING gin (${expression} gin_trgm_ops)`,
    ),
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

/** A projection's tables under the names of one generation. */
const tablesOf = ({ tables, version }: Projection, generation: number) =>
  Object.values(tables).map((table: Table) => ({
    table,
    name: generationName(table.name, version, generation),
    view: viewName(table.name, version),
  }));

/** Creates the tables, without indexes, which a rebuild creates last. The fillfactor leaves room for updates in place. */
export const tablesSql = (projection: Projection, generation: number): string =>
  tablesOf(projection, generation)
    .map(({ table, name }) => {
      const own = Object.entries(table.columns).map(
        ([column, { sql, nullable }]) => `${column} ${sql}${nullable ? '' : ' NOT NULL'}`,
      );
      const derived = keyColumns(table).map((column) => `${column} text COLLATE "C" NOT NULL`);
      return `CREATE TABLE ${name} (${[...own, ...derived].join(', ')}, PRIMARY KEY (${table.key})) WITH (fillfactor = 85)`;
    })
    .join(';');

export const indexesSql = (projection: Projection, generation: number): string =>
  tablesOf(projection, generation)
    .flatMap(({ table, name }) => table.indexes.map((index) => `CREATE INDEX ON ${name} ${index}`))
    .join(';');

/** Points the views, which queries read, at one generation's tables. */
export const viewsSql = (projection: Projection, generation: number): string =>
  tablesOf(projection, generation)
    .map(
      ({ table, name, view }) =>
        `CREATE OR REPLACE VIEW ${view} AS SELECT ${[...table.columnNames, ...keyColumns(table)].join(', ')} FROM ${name}`,
    )
    .join(';');
