import { Box, Skeleton, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo } from 'react';
import { DataTable, type RaRecord, useListContext } from 'react-admin';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Column, type ColumnProps } from './Column.tsx';
import { NothingFound } from './NothingFound.tsx';
import { RecordTableBody, RowPath } from './RecordRow.tsx';

interface RecordTableProps<R extends RaRecord> {
  /** The list's name for assistive technology. */
  readonly label: string;
  readonly columns: readonly ColumnProps<R>[];
  /** The spec's text for no rows. */
  readonly empty: string;
  readonly hiddenByDefault?: readonly string[];
  readonly bulkActions: ReactNode;
  /** One record on a narrow screen, where a table would scroll sideways. */
  readonly card: (record: R) => ReactNode;
  /** What can be done with one record, in a last column. */
  readonly actions?: (record: R) => ReactNode;
  /** Where a row leads; the record's own page unless told. */
  readonly pathOf?: (record: R) => string;
}

/** What can be done with a record stays in sight where the table is wider than its place and scrolls. */
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

const NONE_HIDDEN: readonly string[] = [];

/** The rows of a list: a react-admin DataTable, or cards on a phone; with its loading, error and empty states. */
export function RecordTable<R extends RaRecord>(props: RecordTableProps<R>) {
  const { label, columns, empty, hiddenByDefault = NONE_HIDDEN, bulkActions, card, actions, pathOf } = props;
  const { data, error, isPending, refetch } = useListContext<R>();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));

  useFreshSelection();
  const hidden = useMemo(() => [...hiddenByDefault], [hiddenByDefault]);

  if (error) {
    return <LoadProblem text="This list could not be loaded." error={error} onRetry={() => void refetch()} />;
  }
  if (isPending) return <Loading label={label} />;
  if (data.length === 0) return <NothingFound text={empty} />;
  if (narrow) {
    return (
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{ p: 2, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
          >
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
      tabIndex={0}
      sx={{ overflowX: 'auto', '& th, & td': { px: { sm: 1, lg: 2 } }, ...STAYING_ACTIONS }}
    >
      <RowPath value={pathOf === undefined ? null : (record) => pathOf(record as R)}>
        <DataTable
          body={RecordTableBody}
          bulkActionButtons={bulkActions}
          bulkActionsToolbar={<BulkBar>{bulkActions}</BulkBar>}
          rowClick={false}
          hiddenColumns={hidden}
          aria-label={label}
        >
          {columns.map((column) => (
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

/** A selection belongs to the rows one sees: another filter, or a new visit, starts without one. */
function useFreshSelection() {
  const { filterValues, selectedIds = [], onUnselectItems } = useListContext();
  const shown = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter, or a new visit, lets go of the selection
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
