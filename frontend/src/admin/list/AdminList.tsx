import { Box, Card } from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ListBase, Pagination, type SortPayload, useListContext, useStore } from 'react-admin';
import { PageHeading } from '../layout/PageHeading.tsx';

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
