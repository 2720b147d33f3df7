import type { Position } from '@portal/event-store';
import { text } from './columns.ts';
import { KeptRows } from './keptRows.ts';
import { type Queryable, selectColumn } from './select.ts';
import type { StatementPart } from './table.ts';

export interface GenerationId {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
}

/** A generation as its writer knows it. A commit succeeds only while the database says the same. */
export interface GenerationState extends GenerationId {
  readonly epoch: bigint;
  readonly checkpoint: Position | null;
  readonly revision: bigint;
  /** Keys (accounts, or `stream:<name>`) that are parked. */
  readonly parked: ReadonlySet<string>;
  /** What its one writer wrote last; absent for whoever writes once. */
  readonly kept?: KeptRows;
}

/**
 * Takes the live generation under an owner's epoch: from here on, whoever holds an older epoch can't write.
 * @returns undefined when the lease has passed to another owner
 */
export async function fenceLiveGeneration(
  db: Queryable,
  projection: string,
  version: number,
  epoch: bigint,
): Promise<GenerationState | undefined> {
  const { rows } = await db.query<{ generation: number; checkpoint: string | null; revision: string }>(
    `UPDATE projection_generations g SET epoch = l.epoch
     FROM projection_leases l
     WHERE l.projection = $1 AND l.version = $2 AND l.epoch = $3
       AND g.projection = $1 AND g.version = $2 AND g.state = 'live' AND g.epoch <= l.epoch
     RETURNING g.generation, g.checkpoint, g.revision::text`,
    [projection, version, epoch.toString()],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const id = { projection, version, generation: row.generation };
  const parked = await parkedKeys(db, id);
  const kept = new KeptRows();
  return { ...id, epoch, checkpoint: row.checkpoint, revision: BigInt(row.revision), parked, kept };
}

export async function parkedKeys(db: Queryable, id: GenerationId): Promise<ReadonlySet<string>> {
  const keys = await selectColumn(
    db,
    text,
    'SELECT key FROM projection_parked WHERE projection = $1 AND version = $2 AND generation = $3',
    [id.projection, id.version, id.generation],
  );
  return new Set(keys);
}

/**
 * Moves the checkpoint and writes the rows, in one statement and so in one transaction: all of it, or
 * nothing when the generation is not as `state` says (another owner, another write, a swap).
 *
 * Unless it is `durable` the transaction does not wait for the disk: checkpoint and rows are lost together or
 * kept together, and what a crash takes away is read from the log again by a writer that reloads its state when
 * connections are lost. Events themselves are always waited for.
 * @returns whether it was written
 */
export async function commitPage(
  db: Queryable,
  state: GenerationState,
  checkpoint: Position | null,
  parts: readonly StatementPart[],
  durable: boolean,
): Promise<boolean> {
  const values: unknown[] = [
    state.projection,
    state.version,
    state.generation,
    state.epoch.toString(),
    state.checkpoint,
    state.revision.toString(),
    checkpoint,
  ];
  const written = parts.map((part, index) => {
    const sql = part.sql(values.length + 1);
    values.push(...part.values);
    return `, part${index} AS (${sql})`;
  });
  const { rows } = await db.query<{ moved: string }>({
    name: statementName(parts, durable),
    text: `WITH moved AS (
       UPDATE projection_generations
       SET checkpoint = $7, revision = revision + 1, updated_at = clock_timestamp()
       WHERE projection = $1 AND version = $2 AND generation = $3 AND epoch = $4
         AND checkpoint IS NOT DISTINCT FROM $5 AND revision = $6
       RETURNING ${durable ? WAIT_FOR_DISK : "set_config('synchronous_commit', 'off', true)"}
     )${written.join('')} SELECT count(*) AS moved FROM moved`,
    values,
  });
  return rows[0]?.moved === '1';
}

/** Whatever stricter mode the database is set to stays. */
const WAIT_FOR_DISK = `CASE current_setting('synchronous_commit')
  WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/** One short prepared-statement name a shape: PostgreSQL cuts names off at 63 bytes. */
const statementNames = new Map<string, string>();
function statementName(parts: readonly StatementPart[], durable: boolean): string {
  const shape = [durable ? 'durable' : 'soon', ...parts.map((part) => part.shape)].join('+');
  let name = statementNames.get(shape);
  if (name === undefined) {
    name = `page-${statementNames.size}`;
    statementNames.set(shape, name);
  }
  return name;
}
