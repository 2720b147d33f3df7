import { Checkbox, TableCell, TableRow, type TableRowProps } from '@mui/material';
import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
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
const AdminTableBody = (props: DataTableBodyProps) => <DataTableBody {...props} row={DataTableRow} />;

/** The head of every admin table: tells assistive technology how a column is sorted (aria-sort). */
function AdminTableHead({ children }: { readonly children?: ReactNode }) {
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

/** Below this width figures leave little for the names beside them. */
const SNUG = 1_400;

const components: NonNullable<ThemeOptions['components']> = {
  RaDataTable: {
    defaultProps: {
      body: AdminTableBody,
      head: AdminTableHead,
      rowClick: false,
      // every row has a checkbox: selected ones can be exported
      bulkActionButtons: true,
    },
    styleOverrides: {
      root: ({ theme: { breakpoints, palette, spacing, typography } }) => ({
        // rows of one height: a line that is too long ends in an ellipsis
        '& td': { whiteSpace: 'nowrap', [breakpoints.down(SNUG)]: { fontSize: '0.8125rem' } },
        '& tbody td': { height: 46, paddingBlock: 3 },
        '& tbody:has(.below) td': { height: 56 },
        '& td a': { paddingBlock: 0 },
        '& .cut': {
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: '1',
          overflow: 'hidden',
          // two lines keep their links apart
          lineHeight: '24px',
          whiteSpace: 'normal',
          // breakable everywhere, so that the table never gets wider than its place
          wordBreak: 'break-all',
          '& a': { display: 'inline', '&:focus-visible': { outlineOffset: -2 } },
          // some of a name stays beside many figures
          '&:has(a), a &': { minWidth: 88 },
        },
        '& .MuiTableCell-paddingCheckbox + td .cut': { [breakpoints.up(SNUG)]: { minWidth: 200 } },
        '& .below': { fontSize: 'inherit' },
        '& .MuiTableCell-alignRight .below': { display: 'block', whiteSpace: 'nowrap' },
        '& th, & td': {
          // nine amounts leave little for a name beside them
          [breakpoints.up('sm')]: { paddingInline: spacing(0.75) },
          [breakpoints.up('lg')]: { paddingInline: spacing(1) },
          [breakpoints.up('xl')]: { paddingInline: spacing(2) },
        },
        // a word of 200 letters would push the other columns out of sight
        '& td:not(.column-actions)': { maxWidth: 420 },
        // figures would run into the text beside them
        '& .MuiTableCell-alignRight + :not(.MuiTableCell-alignRight, .column-actions)': {
          [breakpoints.up('sm')]: { paddingLeft: spacing(2) },
          [breakpoints.up('xl')]: { paddingLeft: spacing(4) },
        },
        // figures keep as clear of the frame as the checkboxes
        '& :has(+ .column-actions), & tr > :last-child:not(.column-actions)': { paddingRight: spacing(2) },
        // only the sorted column needs room for an arrow
        '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
        // the actions stay visible while a wide table scrolls
        '& .column-actions': {
          position: 'sticky',
          right: 0,
          zIndex: 1,
          backgroundColor: palette.background.paper,
          borderLeft: `1px solid ${palette.divider}`,
        },
        // of a selected row, opaque
        '& .Mui-selected > .column-actions': {
          backgroundImage: `linear-gradient(${alpha(palette.primary.main, palette.action.selectedOpacity)} 0 0)`,
        },
        // no row of the page has an action
        '& table:not(:has(td.column-actions > *)) .column-actions': { display: 'none' },
        '& tfoot td': {
          ...typography.body2,
          color: palette.text.primary,
          fontWeight: 700,
          fontVariantNumeric: 'tabular-nums',
          borderTop: `2px solid ${palette.divider}`,
        },
        // rows that are about to be replaced; dimmed after a moment, so that quick answers do not flicker
        '& [inert]': { opacity: 0.5, transition: 'opacity 100ms 150ms' },
        '[aria-busy="true"] > & thead .MuiCheckbox-root': { pointerEvents: 'none' },
      }),
    },
  },
};

/** The portal's theme with the looks of react-admin's components. */
export const withAdminParts = (portal: Theme): Theme => createTheme(portal, { components });
