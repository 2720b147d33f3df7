import type { RecordedEvent } from '@portal/event-store';
import type { Batch, Consumer } from './consumer.ts';
import type { PortalEnvelope, Projection } from './definition.ts';
import { collect, fold, PoisonEvent } from './page.ts';
import { type HeldEvent, holdBack, parkingParts } from './parking.ts';
import { isIn, type Queryable, selectRows } from './select.ts';
import {
  type ChangedRows,
  deletePart,
  generationName,
  type LoadRows,
  type Row,
  type StatementPart,
  upsertPart,
} from './table.ts';

export interface FoldedBatch {
  readonly changed: ChangedRows;
  readonly held: readonly HeldEvent[];
  readonly applied: readonly PortalEnvelope[];
}

/** Folds the events of a batch into changed rows; events that can't be applied are held back, with those that depend on them. */
export async function foldBatch(
  projection: Projection,
  batch: Batch,
  events: readonly RecordedEvent[],
  parked: ReadonlySet<string>,
  refused: ReadonlyMap<string, string>,
  load: LoadRows,
): Promise<FoldedBatch> {
  const decoded = await batch.decode(events, projection.personal);
  const poison = new Map(refused);
  for (const { id } of events) {
    const why = decoded.unreadable.get(id);
    if (why !== undefined) poison.set(id, why);
  }
  for (;;) {
    const { apply, held } = holdBack(events, parked, poison);
    const envelopes = apply.flatMap(({ id }) => decoded.readable.get(id) ?? []);
    try {
      const page = collect(projection, envelopes);
      const known = new Map<string, ReadonlyMap<string, Row | null>>();
      for (const [tableKey, keys] of page.needs) {
        if (keys.size > 0) known.set(tableKey, await load(tableKey, [...keys]));
      }
      return { changed: fold(projection, page, known), held, applied: envelopes };
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      poison.set(error.event.id, error.message);
    }
  }
}

/** Loads rows of one generation. */
export function rowLoader(db: Queryable, projection: Projection, generation: number): LoadRows {
  return async (tableKey, keys) => {
    const table = projection.tables[tableKey];
    if (table === undefined) throw new Error(`${projection.name} has no table ${tableKey}.`);
    const name = generationName(table.name, projection.version, generation);
    const rows = await selectRows(
      db,
      table.columns,
      `SELECT ${table.columnNames.join(', ')} FROM ${name} WHERE ${isIn(table.key, '$1')}`,
      [keys],
    );
    const found = new Map<string, Row | null>(keys.map((key) => [key, null]));
    for (const row of rows) found.set(row[table.key] as string, row);
    return found;
  };
}

/** Statement parts that write changed rows of one generation. */
export function rowParts(projection: Projection, generation: number, changed: ChangedRows): StatementPart[] {
  const parts: StatementPart[] = [];
  for (const [tableKey, rows] of changed) {
    const table = projection.tables[tableKey];
    if (table === undefined || rows.size === 0) continue;
    const name = generationName(table.name, projection.version, generation);
    const puts = [...rows.values()].filter((row) => row !== null);
    const gone = [...rows].filter(([, row]) => row === null).map(([key]) => key);
    if (puts.length > 0) parts.push(upsertPart(table, name, puts));
    if (gone.length > 0) parts.push(deletePart(table, name, gone));
  }
  return parts;
}

export function projectionConsumer(projection: Projection): Consumer {
  return {
    name: projection.name,
    version: projection.version,
    types: projection.types,
    personal: projection.personal,
    durable: false,
    async prepare(db, state, batch, events, poison) {
      const stored = rowLoader(db, projection, state.generation);
      const load = state.kept?.over(stored) ?? stored;
      const { parked } = state;
      const { changed, held, applied } = await foldBatch(projection, batch, events, parked, poison, load);
      const accounts = new Set(applied.flatMap(({ metadata }) => metadata.accounts));
      return {
        parts: [...rowParts(projection, state.generation, changed), ...parkingParts(state, held)],
        accounts: applied.length > 0 ? [...accounts] : null,
        parks: held.filter(({ reason }) => reason !== undefined).map(({ key }) => key),
        written: () => state.kept?.keep(changed),
      };
    },
  };
}
