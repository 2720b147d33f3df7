import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, LinearProgress, Skeleton, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { type RaRecord, DataTable as StockDataTable, useListContext } from 'react-admin';
import { LoadProblem, OfflineNotice } from '../../shared/ui/LoadProblem.tsx';
import { CardActions, type RowClick, RowClickContext, RowLink } from './cards.tsx';
import { ExportButton } from './ExportButton.tsx';
import { CardAmount, CutTexts, columnsOf, isNumeric, type SourceOf, shownIn } from './fields.tsx';
import { useListSetup } from './listSetup.ts';
import type { Filter } from './StatusTabs.tsx';
import { TotalsFoot, TotalsOnCard } from './Totals.tsx';

/** A text that may depend on the filter. */
type TextOf = string | ((filter: Filter) => string);

/** How the buttons of a record look: in a row as they do by themselves, on a card outlined. */
interface ButtonLook {
  readonly variant?: 'outlined';
}

interface DataTableProps<R extends RaRecord> {
  readonly label: TextOf;
  /** Shown for an empty list (S2-2). */
  readonly empty: TextOf;
  /** Where a row leads; the record's own page by default. */
  readonly rowClick?: RowClick<R>;
  /** For selected rows, besides the export. */
  readonly bulkActionButtons?: (filter: Filter) => ReactNode;
  /** A record on a narrow screen, below its link. */
  readonly card: (record: R) => ReactNode;
  /** The source of the field beside the link on a narrow screen. */
  readonly cardAside: SourceOf<R>;
  /** Buttons of a record, in the last column or on its card. */
  readonly actions?: (record: R, look: ButtonLook) => ReactNode;
}

/** The rows of a List: react-admin's DataTable, or cards on a phone; with its loading, error and empty states. */
export function DataTable<R extends RaRecord>({ label, empty, rowClick, ...props }: DataTableProps<R>) {
  const {
    data,
    error,
    isPending,
    isPaused = false,
    isPlaceholderData = false,
    filterValues,
    refetch,
  } = useListContext<R>();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const textOf = (text: TextOf) => (typeof text === 'string' ? text : text(filterValues));
  const name = textOf(label);

  if (error) return <LoadProblem text="This list could not be loaded." error={error} onRetry={refetch} />;
  if (isPaused && (isPending || data.length === 0)) return <OfflineNotice />;
  // the rows of the filter, sort or page before are neither an empty list nor to be acted on
  if (isPending || (isPlaceholderData && data.length === 0)) return <Loading label={name} />;
  if (data.length === 0) return <NothingFound text={textOf(empty)} />;
  const Rows = narrow ? Cards<R> : Table<R>;
  return (
    <RowClickContext value={rowClick as RowClick<RaRecord> | undefined}>
      <Rows {...props} name={name}>
        {isPlaceholderData && (isPaused ? <OfflineNotice /> : <Progress />)}
      </Rows>
    </RowClickContext>
  );
}

interface RowsProps<R extends RaRecord>
  extends Pick<DataTableProps<R>, 'bulkActionButtons' | 'card' | 'cardAside' | 'actions'> {
  readonly name: string;
  /** What is said above rows that are about to be replaced. */
  readonly children: ReactNode;
}

function Table<R extends RaRecord>({ name, bulkActionButtons, actions, children }: RowsProps<R>) {
  const { resource, filterValues, selectedIds, isPlaceholderData = false } = useListContext<R>();
  const { fields, columns, hiddenColumns } = useListSetup<R>();
  return (
    <CutTexts>
      {/* focusable, so that a table wider than the screen scrolls by keyboard */}
      <Box
        role="region"
        aria-label={name}
        aria-busy={isPlaceholderData}
        tabIndex={0}
        sx={{ position: 'relative', overflowX: 'auto' }}
      >
        {children}
        <StockDataTable
          bulkActionsToolbar={
            <BulkActionsToolbar>
              {bulkActionButtons?.(filterValues)}
              <ExportButton ids={selectedIds} />
            </BulkActionsToolbar>
          }
          hiddenColumns={hiddenColumns as string[]}
          foot={TotalsFoot}
          aria-label={name}
        >
          {columnsOf(fields, columns, resource)}
          {actions !== undefined && (
            <StockDataTable.Col
              source="actions"
              label="Actions"
              disableSort
              render={(record) => actions(record as R, {})}
            />
          )}
        </StockDataTable>
      </Box>
    </CutTexts>
  );
}

function Cards<R extends RaRecord>({ name, card, cardAside, actions, children }: RowsProps<R>) {
  const { data = [], isPlaceholderData = false } = useListContext<R>();
  const {
    fields,
    columns: [first = 'id'],
  } = useListSetup<R>();
  return (
    <Box
      component="ul"
      aria-label={name}
      aria-busy={isPlaceholderData}
      sx={{ position: 'relative', listStyle: 'none', m: 0, p: 0, '& [inert]': { opacity: 0.5 } }}
    >
      {children && <li>{children}</li>}
      {data.map((record) => (
        <Box
          component="li"
          key={record.id}
          inert={isPlaceholderData}
          sx={{ p: 2, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
            <RowLink record={record}>{shownIn(fields, first, record)}</RowLink>
            {isNumeric(fields, cardAside) ? (
              <CardAmount>{shownIn(fields, cardAside, record)}</CardAmount>
            ) : (
              shownIn(fields, cardAside, record)
            )}
          </Box>
          {card(record)}
          {actions !== undefined && <CardActions>{actions(record, { variant: 'outlined' })}</CardActions>}
        </Box>
      ))}
      <TotalsOnCard />
    </Box>
  );
}

const Progress = () => (
  <LinearProgress
    aria-label="Loading"
    sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 3, zIndex: 2 }}
  />
);

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

const Loading = ({ label }: { readonly label: string }) => (
  <Box role="status" aria-label={`Loading ${label}`} sx={{ p: 2 }}>
    {PLACEHOLDERS.map((key) => (
      <Skeleton key={key} variant="text" sx={{ fontSize: '1.6rem' }} />
    ))}
  </Box>
);

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

/** Clears the selection when the page opens or the filter changes. */
function useFreshSelection() {
  const { filterValues, selectedIds = [], onUnselectItems } = useListContext();
  const shown = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening and with another filter
  useEffect(() => {
    if (selectedIds.length > 0) onUnselectItems();
  }, [shown]);
}

/** Actions for the selected rows. The stock bar stays in the page while hidden, and its buttons are tab stops. */
function BulkActionsToolbar({ children }: { readonly children: ReactNode }) {
  useFreshSelection();
  const {
    selectedIds = [],
    onUnselectItems,
    onSelectAll,
    total,
    data = [],
    isPlaceholderData,
  } = useListContext();
  const count = selectedIds.length;
  if (count === 0) return null;
  const more = total !== undefined && total > data.length && count < total;
  return (
    <Box
      role="toolbar"
      inert={isPlaceholderData === true}
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
        bgcolor: 'primary.light',
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
