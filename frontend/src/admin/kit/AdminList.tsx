import RefreshIcon from '@mui/icons-material/Refresh';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Box, Button, Card, Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import {
  ListBase,
  Pagination,
  type RaRecord,
  type SortPayload,
  useListContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { useLocation } from 'react-router';
import { type CsvColumn, ExportCsv, type ExportCsvProps } from './ExportCsv.tsx';
import { FilterChips } from './FilterChips.tsx';
import {
  FilterBar,
  FilterTabs,
  type FilterTabsProps,
  SearchField,
  type SearchFieldProps,
} from './filters.tsx';
import { PageHeading } from './PageHeading.tsx';
import { listSearchKey } from './RecordPage.tsx';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';

interface AdminListProps<R extends RaRecord>
  extends Pick<RecordTableProps<R>, 'columns' | 'card' | 'cardAside' | 'actions' | 'pathOf'> {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead: string;
  readonly sort: SortPayload;
  readonly filterDefaultValues?: Filter;
  readonly hiddenByDefault?: readonly string[];
  readonly csvColumns: readonly CsvColumn<R>[];
  /** Name of the exported file, without `.csv`. */
  readonly file: string;
  /** Buttons after Export CSV. */
  readonly buttons?: ReactNode;
  /** With a Refresh button, for lists whose changes no event reports. */
  readonly refresh?: boolean;
  readonly tabs?: FilterTabsProps;
  readonly search?: SearchFieldProps;
  /** Filters beside the search. */
  readonly filters?: ReactNode;
  /** Name of the table for assistive technology. */
  readonly label: TextOf;
  /** Shown for an empty list (S2-2). */
  readonly empty: TextOf;
  /** For selected rows, besides the export. */
  readonly bulkActions?: (filter: Filter) => ReactNode;
}

type Filter = Readonly<Record<string, unknown>>;
/** A text that may depend on the filter. */
type TextOf = string | ((filter: Filter) => string);

/** Keeps the list's parameters for Previous and Next, and its address for the link back. */
function RememberList() {
  const { resource, sort, page, perPage, filterValues } = useListContext();
  const { search } = useLocation();
  const [, keep] = useStore<object | null>(`${resource}.listParams`, null);
  const [, keepSearch] = useStore(listSearchKey(resource), '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address holds all parameters
  useEffect(() => {
    const { field, order } = sort;
    keep({ sort: field, order, page, perPage, filter: filterValues, displayedFilters: {} });
    keepSearch(search);
  }, [search]);
  return null;
}

const SavedViews = lazy(() => import('./SavedViews.tsx'));
/** react-admin's own span may not contain what is in it; its type lacks `component`. */
const PAGES = { rowsPerPageOptions: [10, 25, 50, 100], component: 'div' };

/** An admin list: heading, tabs, search, table or cards, pages. Page, sort, search and filter are in the address. */
export function AdminList<R extends RaRecord>(props: AdminListProps<R>) {
  const { title, lead, sort, filterDefaultValues = {}, columns, hiddenByDefault = NONE_HIDDEN } = props;
  const { csvColumns, file, buttons, refresh = false, tabs, search, filters } = props;
  const csv = { columns: csvColumns, file, tabs, defaults: filterDefaultValues };
  return (
    <ListBase
      perPage={25}
      sort={sort}
      exporter={false}
      // without a query in its address a list is unfiltered
      storeKey={false}
      // the table shows the error; a toast would repeat it
      queryOptions={{ onError: () => undefined }}
      filterDefaultValues={{ ...filterDefaultValues }}
    >
      <RememberList />
      <PageHeading
        title={title}
        lead={lead}
        actions={
          <>
            <Suspense fallback={null}>
              <SavedViews />
            </Suspense>
            {refresh && <RefreshButton />}
            {hiddenByDefault.length > 0 && (
              <ColumnChooser columns={columns} hiddenByDefault={hiddenByDefault} />
            )}
            <ExportCsv {...csv} />
            {buttons}
          </>
        }
      />
      <Card variant="outlined">
        {tabs !== undefined && (
          <Box sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}>
            <FilterTabs {...tabs} />
          </Box>
        )}
        {search !== undefined && (
          <FilterBar>
            <SearchField {...search} />
            {filters}
          </FilterBar>
        )}
        <FilterChips tabs={tabs} defaults={filterDefaultValues} />
        <Rows {...props} hiddenByDefault={hiddenByDefault} csv={csv} />
        <Pages />
      </Card>
    </ListBase>
  );
}

/** Nothing after a failed read, which leaves no total. */
function Pages() {
  const { isPending, total } = useListContext();
  return isPending || total !== undefined ? <Pagination {...PAGES} /> : null;
}

const NONE_HIDDEN: readonly string[] = [];

type RowsProps<R extends RaRecord> = AdminListProps<R> & {
  readonly hiddenByDefault: readonly string[];
  readonly csv: ExportCsvProps<R>;
};

function Rows<R extends RaRecord>({ label, empty, bulkActions, csv, ...table }: RowsProps<R>) {
  const { filterValues, selectedIds } = useListContext<R>();
  const textOf = (text: TextOf) => (typeof text === 'string' ? text : text(filterValues));
  return (
    <RecordTable<R>
      {...table}
      label={textOf(label)}
      empty={textOf(empty)}
      bulkActions={
        <>
          {bulkActions?.(filterValues)}
          <ExportCsv {...csv} ids={selectedIds} />
        </>
      }
    />
  );
}

interface ColumnChooserProps {
  readonly columns: readonly { readonly source: string; readonly label: string }[];
  readonly hiddenByDefault: readonly string[];
}

/** Shows and hides columns. The choice is kept in this browser, under DataTable's own key. */
function ColumnChooser({ columns, hiddenByDefault }: ColumnChooserProps) {
  const resource = useResourceContext() ?? '';
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, [...hiddenByDefault]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const heading = useId();
  const toggle = (source: string) =>
    setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]);
  return (
    <>
      <Button
        size="small"
        // a phone shows cards, which have no columns
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columns
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading, sx: { p: 2, minWidth: 220 } } }}
      >
        <Typography id={heading} variant="subtitle2" component="h2" sx={{ mb: 1 }}>
          Columns shown
        </Typography>
        <FormGroup>
          {columns.map(({ source, label }) => (
            <FormControlLabel
              key={source}
              label={label}
              control={
                <Checkbox size="small" checked={!hidden.includes(source)} onChange={() => toggle(source)} />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ mt: 1 }} onClick={() => setHidden([...hiddenByDefault])}>
          Reset
        </Button>
      </Popover>
    </>
  );
}

/** Reads the list and its counts again. */
function RefreshButton() {
  const { resource, isFetching } = useListContext();
  const queryClient = useQueryClient();
  return (
    <Button
      size="small"
      startIcon={<RefreshIcon />}
      aria-disabled={isFetching}
      onClick={() => void queryClient.invalidateQueries({ queryKey: [resource] })}
    >
      Refresh
    </Button>
  );
}
