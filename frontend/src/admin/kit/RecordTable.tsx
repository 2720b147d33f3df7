import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, LinearProgress, Skeleton, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo } from 'react';
import {
  DataTable,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
} from 'react-admin';
import { LoadProblem, OfflineNotice } from '../../shared/ui/LoadProblem.tsx';
import { RecordLink } from '../records/links.tsx';
import { RecordTableBody, RowPath } from './RecordRow.tsx';

export interface ColumnProps<R> {
  readonly source: string;
  readonly label: string;
  readonly render?: (record: R) => ReactNode;
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Short values without line breaks: a phone, an id, a date. */
  readonly unbroken?: boolean;
  /** The order of the first click. */
  readonly firstOrder?: 'ASC' | 'DESC';
}

/** A DataTable column with aria-sort, which the stock one lacks. */
function Column<R extends RaRecord>(props: ColumnProps<R>) {
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

export interface RecordTableProps<R extends RaRecord> {
  /** The list's name for assistive technology. */
  readonly label: string;
  /** The first one's content is a link to the record. */
  readonly columns: readonly ColumnProps<R>[];
  /** Shown when there are no rows. */
  readonly empty: string;
  readonly hiddenByDefault: readonly string[];
  readonly bulkActions: ReactNode;
  /** A record on a narrow screen, below its link. */
  readonly card: (record: R) => ReactNode;
  /** Beside the link on a narrow screen. */
  readonly cardAside: (record: R) => ReactNode;
  /** Buttons of a record, in the last column. */
  readonly actions?: (record: R) => ReactNode;
  /** Where a row leads; the record's own page by default. */
  readonly pathOf?: (record: R) => string;
}

/** The actions stay visible while a wide table scrolls. */
const STAYING_ACTIONS = {
  '& .column-actions': {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    borderLeft: 1,
    borderLeftColor: 'divider',
  },
} as const;

/** No row of the page has an action. */
const NO_ACTIONS = {
  '& table:not(:has(td.column-actions > *))': {
    '& .column-actions': { display: 'none' },
  },
} as const;

/** Only the sorted column needs room for an arrow. */
const NARROW_HEADERS = {
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
} as const;

/** The rows of a list: a react-admin DataTable, or cards on a phone; with its loading, error and empty states. */
export function RecordTable<R extends RaRecord>(props: RecordTableProps<R>) {
  const { label, columns, empty, hiddenByDefault, bulkActions, card, cardAside, actions, pathOf } = props;
  const {
    resource,
    data,
    error,
    isPending,
    isPaused = false,
    isPlaceholderData = false,
    refetch,
  } = useListContext<R>();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [name, ...others] = columns;
  const link = (record: R) => (
    <RecordLink resource={resource} id={record.id} to={pathOf?.(record)}>
      {name?.render === undefined ? record[name?.source ?? ''] : name.render(record)}
    </RecordLink>
  );

  useFreshSelection();
  const hidden = useMemo(() => [...hiddenByDefault], [hiddenByDefault]);

  if (error) {
    return <LoadProblem text="This list could not be loaded." error={error} onRetry={refetch} />;
  }
  if (isPaused && (isPending || data.length === 0)) return <OfflineNotice />;
  // the rows of the filter, sort or page before are neither an empty list nor to be acted on
  const isOutdated = isPlaceholderData;
  if (isPending || (isOutdated && data.length === 0)) return <Loading label={label} />;
  if (data.length === 0) return <NothingFound text={empty} />;
  if (narrow) {
    return (
      <Box
        component="ul"
        aria-label={label}
        aria-busy={isOutdated}
        sx={{ position: 'relative', listStyle: 'none', m: 0, p: 0, ...(isOutdated && OUTDATED_ROWS) }}
      >
        {isOutdated && (
          <li>
            <NextRows isPaused={isPaused} />
          </li>
        )}
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            inert={isOutdated}
            sx={{ p: 2, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
              {link(record)}
              {cardAside(record)}
            </Box>
            {card(record)}
          </Box>
        ))}
      </Box>
    );
  }
  return (
    // focusable, so that a table wider than the screen scrolls by keyboard
    <Box
      role="region"
      aria-label={label}
      aria-busy={isOutdated}
      tabIndex={0}
      sx={{
        position: 'relative',
        overflowX: 'auto',
        '& th, & td': { px: { sm: 1, xl: 2 } },
        // a word of 200 letters would push the other columns out of sight
        '& td:not(.column-actions)': { maxWidth: 320, overflowWrap: 'break-word' },
        // figures would run into the text beside them
        '& .MuiTableCell-alignRight + :not(.MuiTableCell-alignRight, .column-actions)': {
          pl: { sm: 2, xl: 4 },
        },
        '& :has(+ .column-actions)': { pr: 2 },
        // figures keep as clear of the frame as the checkboxes
        '& tr > :last-child:not(.column-actions)': { pr: 2 },
        ...NARROW_HEADERS,
        ...STAYING_ACTIONS,
        ...NO_ACTIONS,
        ...(isOutdated && OUTDATED_ROWS),
      }}
    >
      {isOutdated && <NextRows isPaused={isPaused} />}
      <RowPath value={pathOf === undefined ? null : (record) => pathOf(record as R)}>
        <DataTable
          body={RecordTableBody}
          bulkActionButtons={bulkActions}
          bulkActionsToolbar={<BulkBar>{bulkActions}</BulkBar>}
          rowClick={false}
          hiddenColumns={hidden}
          aria-label={label}
        >
          {name !== undefined && <Column<R> {...name} render={link} />}
          {others.map((column) => (
            <Column key={column.source} {...column} />
          ))}
          {actions !== undefined && (
            <Column<R> source="actions" label="Actions" sortable={false} unbroken render={actions} />
          )}
        </DataTable>
      </RowPath>
    </Box>
  );
}

/** Rows that are about to be replaced; dimmed after a moment, so that quick answers do not flicker. */
const OUTDATED_ROWS = {
  '& [inert]': { opacity: 0.5, transition: 'opacity 100ms 150ms' },
  '& thead .MuiCheckbox-root': { pointerEvents: 'none' },
} as const;

/** Shows above outdated rows that the next ones are loading, or why not. */
function NextRows({ isPaused }: { readonly isPaused: boolean }) {
  if (isPaused) return <OfflineNotice />;
  return (
    <LinearProgress
      aria-label="Loading"
      sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 3, zIndex: 2 }}
    />
  );
}

/** Clears the selection when the page opens or the filter changes. */
function useFreshSelection() {
  const { filterValues, selectedIds = [], onUnselectItems } = useListContext();
  const shown = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening and with another filter
  useEffect(() => {
    if (selectedIds.length > 0) onUnselectItems();
  }, [shown]);
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

function Loading({ label }: { readonly label: string }) {
  return (
    <Box role="status" aria-label={`Loading ${label}`} sx={{ p: 2 }}>
      {PLACEHOLDERS.map((key) => (
        <Skeleton key={key} variant="text" sx={{ fontSize: '1.6rem' }} />
      ))}
    </Box>
  );
}

/** Actions for the selected rows. The stock bar stays in the page while hidden, and its buttons are tab stops. */
function BulkBar({ children }: { readonly children: ReactNode }) {
  const {
    selectedIds = [],
    onUnselectItems,
    onSelectAll,
    total,
    data = [],
    isPlaceholderData = false,
  } = useListContext();
  const count = selectedIds.length;
  if (count === 0) return null;
  const more = total !== undefined && total > data.length && count < total;
  return (
    <Box
      role="toolbar"
      inert={isPlaceholderData}
      aria-label="Actions for the selected rows"
      sx={{
        position: 'sticky',
        left: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        bgcolor: 'action.selected',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label="Clear selection" onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: 'auto' }}>
        {count} selected
      </Typography>
      {more && (
        <Button size="small" onClick={() => onSelectAll()}>
          Select all {total}
        </Button>
      )}
      {children}
    </Box>
  );
}

/** The text of an empty list, with a button that clears a search. */
function NothingFound({ text }: { readonly text: string }) {
  const { filterValues, setFilters } = useListContext();
  const { q, ...others } = filterValues;
  return (
    <Box sx={{ px: 2, py: 6, textAlign: 'center' }}>
      <Typography role="status">{text}</Typography>
      {typeof q === 'string' && q !== '' && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setFilters(others)}>
          Clear search
        </Button>
      )}
    </Box>
  );
}

/** An amount of money beside the link of a card. */
export function CardAmount({ children }: { readonly children: ReactNode }) {
  return <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>;
}

/** Secondary text of a card. */
export function CardText({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="body2" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

/** The buttons below a card. */
export function CardActions({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        mt: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        '&:empty': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
