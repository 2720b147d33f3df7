import type { Position } from '@portal/event-store';
import { bigint, integer, optional, type RowOf, text } from './columns.ts';
import type { Projection } from './definition.ts';
import { KeptRows } from './keptRows.ts';
import { type Queryable, selectColumn, selectRows, statementNames } from './select.ts';
import type { StatementPart } from './table.ts';

export interface GenerationId {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
}

/** A generation as its writer knows it. A commit succeeds only while the database agrees. */
export interface GenerationState extends GenerationId {
  readonly epoch: bigint;
  readonly checkpoint: Position | null;
  readonly revision: bigint;
  /** Keys (accounts, or `stream:<name>`) that are parked. */
  readonly parked: ReadonlySet<string>;
  /** Rows its writer wrote last; absent for single writes. */
  readonly kept?: KeptRows;
}

/**
 * Fences the live generation: from now on an owner with an older epoch can't write.
 * @returns undefined if the lease has passed to another owner
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

/** The state after a page was written. @param parks keys parked from it on */
export function written(
  state: GenerationState,
  checkpoint: Position | null,
  parks: readonly string[],
): GenerationState {
  const parked = parks.length > 0 ? new Set([...state.parked, ...parks]) : state.parked;
  return { ...state, checkpoint, revision: state.revision + 1n, parked };
}

/** Number of a projection's live generation; undefined before the first migration. */
export async function liveGeneration(
  db: Queryable,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<number | undefined> {
  const sql =
    "SELECT generation FROM projection_generations WHERE projection = $1 AND version = $2 AND state = 'live'";
  const [generation] = await selectColumn(db, integer, sql, [name, version]);
  return generation;
}

const LIVE = { generation: integer, epoch: bigint, checkpoint: optional(text), revision: bigint };

/** Locks the row of the live generation, which blocks its writer until the transaction ends; undefined if there is none. */
export async function lockLive(
  db: Queryable,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<(GenerationId & RowOf<typeof LIVE>) | undefined> {
  const [live] = await selectRows(
    db,
    LIVE,
    `SELECT generation, epoch, checkpoint, revision FROM projection_generations
     WHERE projection = $1 AND version = $2 AND state = 'live' FOR UPDATE`,
    [name, version],
  );
  return live && { projection: name, version, ...live };
}

/** Deletes what a generation has parked; with `keys`, of these keys only. */
export async function deleteParked(
  db: Queryable,
  { projection, version, generation }: GenerationId,
  keys: readonly string[] | null = null,
): Promise<void> {
  for (const table of ['projection_parked', 'projection_parked_events']) {
    await db.query(
      `DELETE FROM ${table} WHERE projection = $1 AND version = $2 AND generation = $3
         AND ($4::text[] IS NULL OR key = ANY($4::text[]))`,
      [projection, version, generation, keys],
    );
  }
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

/** Rows and the checkpoint that goes with them. */
export interface Page {
  readonly state: GenerationState;
  readonly checkpoint: Position | null;
  readonly parts: readonly StatementPart[];
}

/**
 * Writes the rows and the checkpoint of each page, all in one statement, so in one transaction. Writes nothing of a page
 * whose generation has changed since `state` was read (another owner, another write, a swap).
 *
 * Unless `durable`, the commit does not wait for the disk. A crash loses rows and checkpoint together, and the writer,
 * which reloads its state after a lost connection, applies those events again. Events themselves are always durable.
 * @param pages of different generations
 * @returns whether each was written
 */
export async function commitPages(
  db: Queryable,
  pages: readonly Page[],
  durable: boolean,
): Promise<readonly boolean[]> {
  const values: unknown[] = [];
  const written = pages.flatMap(({ state, checkpoint, parts }, page) => {
    const at = values.length + 1;
    const { projection, version, generation, epoch, revision } = state;
    values.push(
      projection,
      version,
      generation,
      epoch.toString(),
      state.checkpoint,
      revision.toString(),
      checkpoint,
    );
    const moved = `moved${page}`;
    return [
      `${moved} AS (
       UPDATE projection_generations
       SET checkpoint = $${at + 6}, revision = revision + 1, updated_at = clock_timestamp()
       WHERE projection = $${at} AND version = $${at + 1} AND generation = $${at + 2} AND epoch = $${at + 3}
         AND checkpoint IS NOT DISTINCT FROM $${at + 4} AND revision = $${at + 5}
       RETURNING ${durable ? WAIT_FOR_DISK : "set_config('synchronous_commit', 'off', true)"}
     )`,
      ...parts.map((part, index) => {
        const sql = part.sql(values.length + 1, moved);
        values.push(...part.values);
        return `part${page}_${index} AS (${sql})`;
      }),
    ];
  });
  const text = `WITH ${written.join(', ')} SELECT ${pages.map((_, page) => `EXISTS (SELECT FROM moved${page})`).join(', ')}`;
  const { rows } = await db.query<boolean[]>({ name: nameOf(text), text, values, rowMode: 'array' });
  return rows[0] ?? [];
}

/** Commits one page. @returns whether it was written */
export async function commitPage(db: Queryable, page: Page, durable: boolean): Promise<boolean> {
  return (await commitPages(db, [page], durable))[0] === true;
}

/** Keeps a stricter mode of the database. */
const WAIT_FOR_DISK = `CASE current_setting('synchronous_commit')
  WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/** Rarer combinations of pages are not prepared. */
const nameOf = statementNames('page', 200);
