import { ERASED_TEXT, type Erased, reveal } from '@portal/domain';
import { type Snake, snake } from '@portal/domain/values';
import type { Columns, RowOf } from './columns.ts';
import type { PortalEnvelope, Rows } from './definition.ts';
import type { Table } from './table.ts';

/** When a row was changed last. */
export const dated = ({ metadata }: PortalEnvelope) => ({ updated_at: metadata.recordedAt });
/** The same, and by which event of its stream. */
export const stamp = (envelope: PortalEnvelope) => ({ ...dated(envelope), revision: envelope.revision });

/**
 * Copies these fields of an event into the columns of the same names, readable. The names are made once and the copy
 * is a plain loop, because a replay makes one for each event.
 */
export function columnsFrom<F extends string>(fields: readonly F[]) {
  const pairs = fields.map((field) => [field, snake(field)] as const);
  return <D extends Readonly<Record<F, unknown>>>(data: D) => {
    const row: Record<string, unknown> = {};
    for (const [field, column] of pairs) row[column] = reveal<unknown>(data[field]);
    return row as { readonly [K in F as Snake<K>]: Exclude<D[K], Erased> };
  };
}

/** Makes a row read as it does once the key of these fields is gone: what was there is 'erased', null stays null. */
export function withoutFields<F extends string>(fields: readonly F[]) {
  const columns = fields.map(snake);
  return <Row extends { readonly [K in F as Snake<K>]: unknown }>(row: Row): Row => {
    const erased: Record<string, unknown> = { ...row };
    for (const column of columns) if (erased[column] !== null) erased[column] = ERASED_TEXT;
    return erased as Row;
  };
}

/**
 * Makes handlers that change the row which the event names by its field `id`. Without a change the row is stamped
 * alone: there is nothing to show, but an edit is checked against the row's revision.
 * @param stamped what every change sets; {@link stamp} unless the table has no revision
 */
export const edits =
  <C extends Columns, T extends string, Id extends string>(
    _table: Table<C>,
    table: T,
    id: Id,
    stamped: (envelope: PortalEnvelope) => object = stamp,
  ) =>
  <D extends Readonly<Record<Id, string>>>(
    change?: (data: D, row: RowOf<C>, envelope: PortalEnvelope) => Partial<RowOf<C>>,
  ) =>
  (data: D, rows: Readonly<Record<T, Rows<RowOf<C>>>>, envelope: PortalEnvelope): void =>
    rows[table].update(data[id], (row) => ({
      ...row,
      ...change?.(data, row, envelope),
      ...stamped(envelope),
    }));
