import { ERASED, type Erased, reveal } from '@portal/domain';
import { type Snake, snake } from '@portal/domain/values';
import { bigint, type Columns, derived, type GivenOf, instant, text } from './columns.ts';
import type { PortalEnvelope, Rows } from './definition.ts';
import type { Table } from './table.ts';

export const dated = ({ metadata }: PortalEnvelope) => ({ updated_at: metadata.recordedAt });
export const stamp = (envelope: PortalEnvelope) => ({ ...dated(envelope), revision: envelope.revision });

/** Last columns of a record with a stream of its own; `revision` is the stream's last. */
export const recordColumns = {
  created_at: instant,
  updated_at: instant,
  revision: bigint,
  search: derived(text),
};
/** Values of {@link recordColumns} in a new row. */
export const created = (envelope: PortalEnvelope) => ({
  created_at: envelope.metadata.recordedAt,
  ...stamp(envelope),
});

/**
 * Copies these fields of an event into columns of the same names; of an erased value the text that is shown for it. Names are converted
 * once, because a replay calls it for each event.
 */
export function columnsFrom<F extends string>(fields: readonly F[]) {
  const pairs = fields.map((field) => [field, snake(field)] as const);
  return <D extends Readonly<Record<F, unknown>>>(data: D) => {
    const row: Record<string, unknown> = {};
    for (const [field, column] of pairs) row[column] = reveal<unknown>(data[field]);
    return row as { readonly [K in F as Snake<K>]: Exclude<D[K], Erased> };
  };
}

/** Replaces these fields of a row by what is shown for an erased value, as after the loss of their key; null stays null. */
export function withoutFields<F extends string>(fields: readonly F[]) {
  const columns = fields.map(snake);
  return <Row extends { readonly [K in F as Snake<K>]: unknown }>(row: Row): Row => {
    const erased: Record<string, unknown> = { ...row };
    for (const column of columns) if (erased[column] !== null) erased[column] = reveal(ERASED);
    return erased as Row;
  };
}

/**
 * Creates handlers that change the row identified by the event's field `id`. Without `change` only the stamp is set, because
 * edits are checked against the row's revision.
 * @param stamped columns set by every change; {@link stamp} unless the table has no revision
 */
export const edits =
  <C extends Columns, T extends string, Id extends string>(
    _table: Table<C>,
    table: T,
    id: Id,
    stamped: (envelope: PortalEnvelope) => object = stamp,
  ) =>
  <D extends Readonly<Record<Id, string>>>(
    change?: (data: D, row: GivenOf<C>, envelope: PortalEnvelope) => Partial<GivenOf<C>>,
  ) =>
  (data: D, rows: Readonly<Record<T, Rows<GivenOf<C>>>>, envelope: PortalEnvelope): void =>
    rows[table].update(data[id], (row) => ({
      ...row,
      ...change?.(data, row, envelope),
      ...stamped(envelope),
    }));
