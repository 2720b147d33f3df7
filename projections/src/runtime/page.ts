import type { PortalEnvelope, Projection, Rows } from './definition.ts';
import type { Row } from './table.ts';

type Change = (row: Row | undefined) => Row | undefined;

interface Operation {
  readonly table: string;
  readonly key: string;
  readonly change: Change;
}

/** Operations of the handlers of a page of events, in order. */
export interface CollectedPage {
  readonly operations: readonly { readonly event: PortalEnvelope; readonly of: readonly Operation[] }[];
  /** Rows needed for folding, by table. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An event whose handler failed; its accounts are parked. */
export class PoisonEvent extends Error {
  readonly event: PortalEnvelope;

  constructor(event: PortalEnvelope, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PoisonEvent';
    this.event = event;
  }
}

/** Rows by key; null for one that does not exist. */
export type KnownRows = ReadonlyMap<string, Row | null>;

/** Runs the handlers over a page. @throws PoisonEvent when one throws */
export function collect(projection: Projection, events: readonly PortalEnvelope[]): CollectedPage {
  const needs = new Map<string, Set<string>>();
  let current: Operation[] = [];
  const rows: Record<string, Rows<Row>> = {};
  for (const [name, table] of Object.entries(projection.tables)) {
    const needed = new Set<string>();
    const touched = new Set<string>();
    needs.set(name, needed);
    const add = (key: string, change: Change, reads: boolean) => {
      if (typeof key !== 'string')
        throw new Error(`The key of a row of ${table.name} is ${typeof key}, not a string.`);
      if (reads && !touched.has(key)) needed.add(key);
      touched.add(key);
      current.push({ table: name, key, change });
    };
    rows[name] = {
      put: (row) => add(row[table.key] as string, () => row, false),
      update: (key, change) =>
        add(
          key,
          (row) => {
            if (row === undefined) throw new Error(`${table.name} has no row ${key}.`);
            return change(row);
          },
          true,
        ),
      upsert: (key, change) => add(key, change, true),
      set: (key, make) => add(key, make, false),
      remove: (key) => add(key, () => undefined, false),
    };
  }
  const operations = events.map((event) => {
    current = [];
    try {
      projection.handle(rows, event);
    } catch (error) {
      throw new PoisonEvent(event, error);
    }
    return { event, of: current };
  });
  return { operations, needs };
}

/**
 * Folds a page over the known rows. `known` is not changed, so that the page can be folded again without a poison event.
 * @returns the changed rows, null for a removed one
 * @throws PoisonEvent when a change throws
 */
export function fold(
  projection: Projection,
  page: CollectedPage,
  known: ReadonlyMap<string, KnownRows>,
): Map<string, Map<string, Row | null>> {
  const changed = new Map<string, Map<string, Row | null>>();
  for (const name of Object.keys(projection.tables)) changed.set(name, new Map());
  for (const { event, of } of page.operations) {
    try {
      for (const { table, key, change } of of) {
        const rows = changed.get(table);
        const before = rows?.has(key) ? rows.get(key) : known.get(table)?.get(key);
        rows?.set(key, change(before ?? undefined) ?? null);
      }
    } catch (error) {
      throw new PoisonEvent(event, error);
    }
  }
  for (const [name, rows] of changed) derive(projection, page, name, rows);
  return changed;
}

function derive(
  projection: Projection,
  page: CollectedPage,
  table: string,
  rows: Map<string, Row | null>,
): void {
  const compute = projection.tables[table]?.derive;
  if (compute === undefined) return;
  for (const [key, row] of rows) {
    if (row === null) continue;
    try {
      rows.set(key, { ...row, ...compute(row) });
    } catch (error) {
      const touched = page.operations.findLast(({ of }) =>
        of.some((one) => one.table === table && one.key === key),
      );
      throw touched === undefined ? error : new PoisonEvent(touched.event, error);
    }
  }
}
