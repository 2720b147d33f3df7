import { Box, Card } from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
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
import { ActiveFilters } from './ActiveFilters.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import { ExportButton } from './ExportButton.tsx';
import { hiddenIn, sourcesOf } from './fields.tsx';
import { type ListSetup, ListSetupContext } from './listSetup.ts';
import { PageHeading } from './PageHeading.tsx';
import { type Filter, StatusTabs, type StatusTabsProps } from './StatusTabs.tsx';

const SavedViews = lazy(() => import('./SavedViews.tsx'));

interface ListProps<R extends RaRecord> extends Pick<ListSetup<R>, 'fields'> {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead: string;
  readonly sort: SortPayload;
  readonly filterDefaultValues?: Filter;
  /** The sources of the columns, where their order is not that of the file. */
  readonly columns?: ListSetup<R>['columns'];
  /** Begin of the exported file's name; the resource's by default. */
  readonly file?: string;
  readonly tabs?: StatusTabsProps;
  /** Inputs that set filters, below the tabs. */
  readonly filters?: ReactNode;
  /** Buttons after Export CSV. */
  readonly actions?: ReactNode;
  /** The DataTable. */
  readonly children: ReactNode;
}

const NO_FILTER: Filter = {};
/** react-admin's own span may not contain what is in it; its type lacks `component`. */
const PAGES = { rowsPerPageOptions: [10, 25, 50, 100], component: 'div' };

/**
 * react-admin's List with a lead, counted tabs, chips of the filters, saved views and a choice of columns. Page, sort,
 * search and filter are in the address.
 */
export function List<R extends RaRecord>(props: ListProps<R>) {
  const { title, lead, sort, filterDefaultValues = NO_FILTER, fields, tabs, filters, actions } = props;
  const resource = useResourceContext() ?? '';
  const { columns = sourcesOf(fields), file = resource, children } = props;
  const hiddenColumns = hiddenIn(fields);
  const setup = { fields, columns, hiddenColumns, file, tabs, defaults: filterDefaultValues };
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
      <ListSetupContext value={setup as unknown as ListSetup}>
        <RememberList />
        <PageHeading
          title={title}
          lead={lead}
          actions={
            <>
              <Suspense fallback={null}>
                <SavedViews />
              </Suspense>
              {hiddenColumns.length > 0 && <ColumnsButton />}
              <ExportButton />
              {actions}
            </>
          }
        />
        <Card variant="outlined">
          {tabs !== undefined && <StatusTabs {...tabs} />}
          {filters !== undefined && <FilterForm>{filters}</FilterForm>}
          <ActiveFilters tabs={tabs} defaults={filterDefaultValues} />
          {children}
          <Pages />
        </Card>
      </ListSetupContext>
    </ListBase>
  );
}

/** Search and filters of a list in a row; below each other on a phone. */
function FilterForm({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        p: 2,
        borderBottom: 1,
        borderColor: 'divider',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        '& > *': { flex: { xs: '1 1 100%', sm: '0 0 auto' } },
      }}
    >
      {children}
    </Box>
  );
}

/** Nothing after a failed read, which leaves no total. */
function Pages() {
  const { isPending, total } = useListContext();
  return isPending || total !== undefined ? <Pagination {...PAGES} /> : null;
}

/** Where the query of the list last shown is kept. */
export const listSearchKey = (resource: string) => `${resource}.listSearch`;

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
