import { Checkbox, TableCell, TableRow, type TableRowProps } from '@mui/material';
import { Children, cloneElement, isValidElement, type MouseEvent, type ReactNode, useContext } from 'react';
import {
  DataTableBody,
  type DataTableBodyProps,
  DataTableHead,
  useCreatePath,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useDataTableSortContext,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { useNavigate } from 'react-router';
import { RowClickContext } from './cards.tsx';

/** Elements that handle their own clicks. */
const INTERACTIVE = 'a, button, input, label, [role="dialog"], [role="menu"]';

/**
 * A row whose checkbox has the record's name. A click anywhere opens the record; for the keyboard there is the link in
 * the first column.
 */
function DataTableRow({ children, className }: Pick<TableRowProps, 'className'> & { children?: ReactNode }) {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const { hasBulkActions = false } = useDataTableConfigContext();
  const { handleToggleItem } = useDataTableCallbacksContext();
  const selected = useDataTableSelectedIdsContext()?.includes(record?.id ?? '') ?? false;
  const represent = useGetRecordRepresentation(resource);
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const rowClick = useContext(RowClickContext);
  const { isPlaceholderData } = useListContext();
  if (record === undefined) return null;

  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    // clicks in a dialog bubble through React although it is elsewhere in the page
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE)) return;
    if (window.getSelection()?.toString()) return;
    const path = rowClick?.(record) ?? createPath({ resource, id: record.id, type: 'show' });
    void navigate(path, { state: { _scrollToTop: true } });
  };

  return (
    <TableRow
      hover
      inert={isPlaceholderData === true}
      selected={selected}
      className={`${className} RaDataTable-clickableRow`}
      onClick={open}
    >
      {hasBulkActions && (
        <TableCell padding="checkbox">
          <Checkbox
            checked={selected}
            onClick={(event) => handleToggleItem?.(record.id, event as never)}
            slotProps={{ input: { 'aria-label': `Select ${String(represent(record))}` } }}
          />
        </TableCell>
      )}
      {children}
    </TableRow>
  );
}

/** The body of every admin table. */
export function AdminTableBody(props: DataTableBodyProps) {
  return <DataTableBody {...props} row={DataTableRow} />;
}

/** The head of every admin table: tells assistive technology how a column is sorted (aria-sort). */
export function AdminTableHead({ children }: { readonly children?: ReactNode }) {
  const sort = useDataTableSortContext();
  const sortDirection = sort?.order === 'ASC' ? 'asc' : 'desc';
  return (
    <DataTableHead>
      {Children.map(children, (column) =>
        isValidElement<{ source?: string }>(column) && column.props.source === sort?.field
          ? cloneElement(column, { sortDirection } as object)
          : column,
      )}
    </DataTableHead>
  );
}
