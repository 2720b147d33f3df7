import type { ReactNode } from 'react';
import { DataTable, type RaRecord, useDataTableRenderContext, useDataTableSortContext } from 'react-admin';

export interface ColumnProps<R extends RaRecord> {
  readonly source: string;
  readonly label: string;
  readonly render?: (record: R) => ReactNode;
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Short values that read badly when broken: a phone, an id, a date. */
  readonly unbroken?: boolean;
  /** The order of the first click. */
  readonly firstOrder?: 'ASC' | 'DESC';
}

/** A DataTable column that tells assistive technology how it is sorted, which the stock one leaves out. */
export function Column<R extends RaRecord>(props: ColumnProps<R>) {
  const {
    source,
    label,
    render,
    numeric = false,
    sortable = true,
    firstOrder = 'ASC',
    unbroken = false,
  } = props;
  const inHeader = useDataTableRenderContext() === 'header';
  const sort = useDataTableSortContext();
  const sorted = inHeader && sortable && sort?.field === source;
  return (
    <DataTable.Col
      source={source}
      label={label}
      align={numeric ? 'right' : 'left'}
      disableSort={!sortable}
      sortByOrder={firstOrder}
      {...(render === undefined ? {} : { render: (record: Record<string, unknown>) => render(record as R) })}
      {...(sorted ? { sortDirection: sort.order === 'ASC' ? ('asc' as const) : ('desc' as const) } : {})}
      {...(unbroken ? { sx: { whiteSpace: 'nowrap' } } : {})}
      {...(numeric ? { sx: { fontVariantNumeric: 'tabular-nums' } } : {})}
    />
  );
}
