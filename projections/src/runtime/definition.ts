import type { EventMetadata, PortalEvent, PortalEventType } from '@portal/domain';
import type { Envelope } from '@portal/event-store';
import type { Columns, RowOf } from './columns.ts';
import type { Table } from './table.ts';

export type PortalEnvelope = Envelope<PortalEvent, EventMetadata>;
export type DataOf<T extends PortalEventType> = Extract<PortalEvent, { type: T }>['data'];

/**
 * What a handler can do to the rows of one table. Nothing is read or written while handlers run: the
 * operations are collected for a whole page, the rows they need are fetched in one query, folded in
 * order and written in one statement.
 */
export interface Rows<Row> {
  /** The row as it is now, whatever was there. */
  put(row: Row): void;
  /** Changes a row that must be there; a missing one parks the event's accounts. */
  update(key: string, change: (row: Row) => Row): void;
  /** Changes a row that may be missing; undefined leaves or takes it away. */
  upsert(key: string, change: (row: Row | undefined) => Row | undefined): void;
  /**
   * Writes what `make` gives at its turn, after the changes that were asked for before, and looks at nothing; undefined
   * takes the row away.
   */
  set(key: string, make: () => Row | undefined): void;
  remove(key: string): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each table's rows are typed by its own columns
export type Tables = Readonly<Record<string, Table<any>>>;
export type RowsOf<T extends Tables> = {
  readonly [K in keyof T]: T[K] extends Table<infer C extends Columns> ? Rows<RowOf<C>> : never;
};

/** Pure and synchronous: the same events always give the same rows. A throw parks the event's accounts. */
export type Handlers<T extends Tables> = {
  readonly [Type in PortalEventType]?: (
    data: DataOf<Type>,
    rows: RowsOf<T>,
    envelope: PortalEnvelope,
  ) => void;
};

export interface ProjectionOptions<T extends Tables> {
  /** camelCase name of the question, e.g. `dealerSites`. */
  readonly name: string;
  /** Raised when the tables change shape or the handlers answer otherwise: the new version fills from the first event. */
  readonly version: number;
  /** Whether handlers need personal fields decrypted. */
  readonly personal: boolean;
  readonly tables: T;
  readonly handlers: Handlers<T>;
  /**
   * SQL of views by name, where a view is more than its table; `{name}` of each table of this projection is
   * given. The other tables get a view of all their columns.
   */
  readonly views?: Readonly<Record<string, (tableNames: { readonly [K in keyof T]: string }) => string>>;
}

/** A question and how its answer is kept: made by {@link defineProjection}. */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly personal: boolean;
  /** The event types it has handlers for: what it reads, and what a command waits for. */
  readonly types: ReadonlySet<string>;
  readonly tables: Tables;
  readonly views: Readonly<Record<string, (tableNames: Readonly<Record<string, string>>) => string>>;
  handle(
    rows: Readonly<Record<string, Rows<Readonly<Record<string, unknown>>>>>,
    envelope: PortalEnvelope,
  ): void;
}

export function defineProjection<const T extends Tables>(options: ProjectionOptions<T>): Projection {
  const handlers = options.handlers as Readonly<
    Record<string, ((data: unknown, rows: unknown, envelope: PortalEnvelope) => void) | undefined>
  >;
  return {
    name: options.name,
    version: options.version,
    personal: options.personal,
    types: new Set(Object.keys(handlers)),
    tables: options.tables,
    views: (options.views ?? {}) as Projection['views'],
    handle: (rows, envelope) => handlers[envelope.event.type]?.(envelope.event.data, rows, envelope),
  };
}
