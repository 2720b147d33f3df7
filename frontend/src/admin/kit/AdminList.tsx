import RefreshIcon from '@mui/icons-material/Refresh';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Box, Button, Card, Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import {
  ListBase,
  Pagination,
  type SortPayload,
  useListContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { PageHeading } from './PageHeading.tsx';

interface AdminListProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: string;
  readonly sort: SortPayload;
  readonly filterDefaultValues?: Readonly<Record<string, unknown>>;
  /** Buttons beside the title. */
  readonly actions: ReactNode;
  /** Tabs above the search. */
  readonly tabs?: ReactNode;
  readonly search?: ReactNode;
  readonly children: ReactNode;
}

/** The list as it is looked at, for the way from record to record: react-admin keeps what one chose alone. */
function RememberList() {
  const { resource, sort, page, perPage, filterValues } = useListContext();
  const [kept, keep] = useStore<object | null>(`${resource}.listParams`, null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where nothing is kept yet
  useEffect(() => {
    if (kept !== null) return;
    const { field, order } = sort;
    keep({ sort: field, order, page, perPage, filter: filterValues, displayedFilters: {} });
  }, [kept]);
  return null;
}

const SavedViews = lazy(() => import('./SavedViews.tsx'));
const ROWS_PER_PAGE = [10, 25, 50, 100];

/** The frame of every admin list; page, sort, search and filter stand in the address. */
export function AdminList(props: AdminListProps) {
  const { title, lead, sort, filterDefaultValues, actions, tabs, search, children } = props;
  return (
    <ListBase
      perPage={25}
      sort={sort}
      exporter={false}
      // the table itself says what went wrong; a toast would say it twice
      queryOptions={{ onError: () => undefined }}
      {...(filterDefaultValues === undefined ? {} : { filterDefaultValues: { ...filterDefaultValues } })}
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
            {actions}
          </>
        }
      />
      <Card variant="outlined">
        {tabs !== undefined && <Box sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}>{tabs}</Box>}
        {search !== undefined && <Box sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>{search}</Box>}
        {children}
        <Pagination rowsPerPageOptions={ROWS_PER_PAGE} />
      </Card>
    </ListBase>
  );
}

interface ChosenColumn {
  readonly source: string;
  readonly label: string;
}

interface ColumnChooserProps {
  readonly columns: readonly ChosenColumn[];
  readonly hiddenByDefault: readonly string[];
}

/** Shows and hides columns; the choice is kept in this browser under the key that DataTable reads. */
export function ColumnChooser({ columns, hiddenByDefault }: ColumnChooserProps) {
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

/** Reads a list and its counts again, where no event of the stream tells of changes. */
export function RefreshButton() {
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
