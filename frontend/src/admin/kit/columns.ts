import { formatDollars } from '@portal/domain/values';
import { dollarsText, momentText, NONE, showCount, showDate, showRate } from '../../shared/text.ts';
import type { ColumnProps } from './RecordTable.tsx';

/** Columns of a field, by the kind of its value. */
type ColumnOf<Name extends string, Value> = ColumnProps<Readonly<Record<Name, Value>>>;

/** A day, or the local day of an instant. */
export const dateColumn = <Name extends string>(
  source: Name,
  label: string,
): ColumnOf<Name, string | null> => ({
  source,
  label,
  unbroken: true,
  firstOrder: 'DESC',
  render: (record) => showDate(record[source]),
});

/** An instant with its time. */
export const momentColumn = <Name extends string>(
  source: Name,
  label: string,
  sortable = true,
): ColumnOf<Name, string | null> => ({
  source,
  label,
  sortable,
  unbroken: true,
  firstOrder: 'DESC',
  render: (record) => momentText(record[source]),
});

export const countColumn = <Name extends string>(
  source: Name,
  label: string,
  sortable = true,
): ColumnOf<Name, number | string> => ({
  source,
  label,
  sortable,
  numeric: true,
  firstOrder: 'DESC',
  render: (record) => showCount(Number(record[source])),
});

/** Dollars. */
export const amountColumn = <Name extends string>(
  source: Name,
  label: string,
  sortable = true,
): ColumnOf<Name, number> => ({
  source,
  label,
  sortable,
  numeric: true,
  firstOrder: 'DESC',
  render: (record) => dollarsText(record[source]),
});

/** Dollars that are usually 0, which reads as a dash. */
export const rareAmountColumn = <Name extends string>(
  source: Name,
  label: string,
): ColumnOf<Name, number> => ({
  source,
  label,
  sortable: false,
  numeric: true,
  render: ({ [source]: amount }) => (amount === 0 ? NONE : dollarsText(amount)),
});

/** Dollars per reader per month; null reads as `none`. */
export const rateColumn = <Name extends string>(
  source: Name,
  label: string,
  none?: string,
): ColumnOf<Name, number | null> => ({
  source,
  label,
  sortable: false,
  numeric: true,
  render: (record) => showRate(record[source], none),
});

export const centsColumn = <Name extends string>(source: Name, label: string): ColumnOf<Name, number> => ({
  source,
  label,
  numeric: true,
  firstOrder: 'DESC',
  render: (record) => formatDollars(record[source]),
});
