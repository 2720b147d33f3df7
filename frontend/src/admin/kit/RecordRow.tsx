import { Checkbox, TableCell, TableRow, type TableRowProps } from '@mui/material';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import {
  DataTableBody,
  type DataTableBodyProps,
  type RaRecord,
  useCreatePath,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { useNavigate } from 'react-router';

/** Elements that handle their own clicks. */
const INTERACTIVE = 'a, button, input, label, [role="dialog"], [role="menu"]';

/** The path a row leads to; the record's own page by default. */
export const RowPath = createContext<((record: RaRecord) => string) | null>(null);

/**
 * A row whose checkbox has the record's name. A click anywhere opens the record; for the keyboard there is the link in
 * the first column.
 */
function RecordRow({
  children,
  className,
  sx,
}: Pick<TableRowProps, 'className' | 'sx'> & { children?: ReactNode }) {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const { hasBulkActions = false } = useDataTableConfigContext();
  const { handleToggleItem } = useDataTableCallbacksContext();
  const selected = useDataTableSelectedIdsContext()?.includes(record?.id ?? '') ?? false;
  const represent = useGetRecordRepresentation(resource);
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const pathOf = useContext(RowPath);
  const { isPlaceholderData = false } = useListContext();
  if (record === undefined) return null;

  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    // clicks in a dialog bubble through React although it is elsewhere in the page
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE)) return;
    if (window.getSelection()?.toString()) return;
    const path = pathOf?.(record) ?? createPath({ resource, id: record.id, type: 'show' });
    void navigate(path, { state: { _scrollToTop: true } });
  };

  return (
    <TableRow
      hover
      inert={isPlaceholderData}
      selected={selected}
      className={className ?? ''}
      onClick={open}
      sx={{ cursor: 'pointer', ...(sx as object | undefined) }}
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
export function RecordTableBody(props: DataTableBodyProps) {
  return <DataTableBody {...props} row={RecordRow} />;
}
