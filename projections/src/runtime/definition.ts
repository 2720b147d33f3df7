import type { EventMetadata, PortalEvent, PortalEventType } from '@portal/domain';
import { mapValues } from '@portal/domain/values';
import type { Envelope } from '@portal/event-store';
import type { Columns, GivenOf } from './columns.ts';
import { type Table, viewName } from './table.ts';

export type PortalEnvelope = Envelope<PortalEvent, EventMetadata>;
export type DataOf<T extends PortalEventType> = Extract<PortalEvent, { type: T }>['data'];

/**
 * Operations of a handler on the rows of one table. They are collected for a whole page of events; then the needed rows
 * are fetched in one query, folded in order and written in one statement.
 */
export interface Rows<Row> {
  /** Inserts or replaces a row. */
  put(row: Row): void;
  /** Changes an existing row; a missing one parks the event's accounts. */
  update(key: string, change: (row: Row) => Row): void;
  /** Changes a row that may be missing; undefined removes it. */
  upsert(key: string, change: (row: Row | undefined) => Row | undefined): void;
  /** Replaces a row without reading it by what `make` returns after the preceding operations; undefined removes it. */
  set(key: string, make: () => Row | undefined): void;
  remove(key: string): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each table's rows are typed by its own columns
export type Tables = Readonly<Record<string, Table<any>>>;
export type RowsOf<T extends Tables> = {
  readonly [K in keyof T]: T[K] extends Table<infer C extends Columns> ? Rows<GivenOf<C>> : never;
};

/** Pure and synchronous: the same events always produce the same rows. An exception parks the event's accounts. */
export type Handlers<T extends Tables> = {
  readonly [Type in PortalEventType]?: (
    data: DataOf<Type>,
    rows: RowsOf<T>,
    envelope: PortalEnvelope,
  ) => void;
};

export interface ProjectionOptions<T extends Tables> {
  /** camelCase, e.g. `dealerSites`. */
  readonly name: string;
  /** Raised when tables or results of handlers change: a new version is filled from the first event. */
  readonly version: number;
  /** Whether handlers need personal fields decrypted. */
  readonly personal: boolean;
  readonly tables: T;
  readonly handlers: Handlers<T>;
}

/** A read model and how it follows from events; made by {@link defineProjection}. */
export interface Projection extends Omit<ProjectionOptions<Tables>, 'handlers'> {
  /** Event types with a handler. */
  readonly types: ReadonlySet<string>;
  handle(
    rows: Readonly<Record<string, Rows<Readonly<Record<string, unknown>>>>>,
    envelope: PortalEnvelope,
  ): void;
}

/** @returns the projection and the names of its tables' views, which queries read */
export function defineProjection<const T extends Tables>(
  options: ProjectionOptions<T>,
): Projection & { readonly views: Readonly<Record<keyof T & string, string>> } {
  const handlers = options.handlers as Readonly<
    Record<string, ((data: unknown, rows: unknown, envelope: PortalEnvelope) => void) | undefined>
  >;
  return {
    ...options,
    views: mapValues(options.tables, ({ name }) => viewName(name, options.version)),
    types: new Set(Object.keys(handlers)),
    handle: (rows, envelope) => handlers[envelope.event.type]?.(envelope.event.data, rows, envelope),
  };
}
