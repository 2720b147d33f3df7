import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Box, Button, Card, Checkbox, FormControlLabel, FormGroup } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import {
  ListBase,
  Pagination,
  type RaRecord,
  useListContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { useLocation } from 'react-router';
import type { FilterOf, FilterValues, ResourceName, SortOf } from '../dataProvider/resourcePaths.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { ExportButton } from './ExportButton.tsx';
import { columnLabelOf, hiddenIn, sourcesOf } from './fields.tsx';
import { type ListSetup, ListSetupContext, useListSetup } from './listSetup.ts';
import { PageHeading } from './PageHeading.tsx';
import { PopoverButton, SavedViews } from './SavedViews.tsx';
import { type Filter, StatusTabs, type StatusTabsProps } from './StatusTabs.tsx';

interface ListProps<R extends RaRecord, Name extends ResourceName> extends Pick<ListSetup<R>, 'fields'> {
  readonly resource: Name;
  readonly title: string;
  /** One sentence under the title. */
  readonly lead: string;
  readonly sort: SortOf<Name>;
  /** Always applied, whatever the address says. */
  readonly filter?: FilterValues<Name>;
  readonly filterDefaultValues?: FilterValues<Name>;
  /** The sources of the columns, where their order is not that of the file. */
  readonly columns?: ListSetup<R>['columns'];
  /** Begin of the exported file's name; the resource's by default. */
  readonly file?: string;
  readonly tabs?: StatusTabsProps<FilterOf<Name>>;
  /** Inputs that set filters, below the tabs. */
  readonly filters?: ReactNode;
  /** Buttons after Export CSV. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const NO_FILTER: Filter = {};
/** react-admin's own span may not contain what is in it; its type lacks `component`. */
const PAGES = { rowsPerPageOptions: [10, 25, 50, 100], component: 'div' };

/**
 * react-admin's List with a lead, counted tabs, chips of the filters, saved views and a choice of columns. Page, sort,
 * search and filter are in the address.
 */
export function List<R extends RaRecord, Name extends ResourceName>(props: ListProps<R, Name>) {
  const { resource, title, lead, sort, fields, tabs, filters, actions } = props;
  const filterDefaultValues: Filter = props.filterDefaultValues ?? NO_FILTER;
  const { columns = sourcesOf(fields), file = resource, children } = props;
  const hiddenColumns = hiddenIn(fields);
  const setup = { fields, columns, hiddenColumns, file, tabs, defaults: filterDefaultValues };
  return (
    <ListBase
      resource={resource}
      perPage={25}
      sort={sort}
      exporter={false}
      // without a query in its address a list is unfiltered
      storeKey={false}
      // the table shows the error; a toast would repeat it
      queryOptions={{ onError: () => undefined }}
      filter={{ ...props.filter }}
      filterDefaultValues={{ ...filterDefaultValues }}
    >
      <ListSetupContext value={setup as unknown as ListSetup}>
        <RememberList />
        <PageHeading
          title={title}
          lead={lead}
          actions={
            <>
              <SavedViews />
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
const FilterForm = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      p: 2,
      borderBottom: 1,
      borderColor: 'divider',
      display: 'flex',
      flexWrap: 'wrap',
      gap: 2,
      alignItems: 'center',
    }}
  >
    {children}
  </Box>
);

/** Nothing after a failed read, which leaves no total. */
function Pages() {
  const { isPending, total } = useListContext();
  return isPending || total !== undefined ? <Pagination {...PAGES} /> : null;
}

/** Where the query of the list last shown is kept. */
export const listSearchKey = (resource: string) => `${resource}.listSearch`;

/** Keeps the list's parameters for Previous and Next, and its address for the link back. */
function RememberList() {
  const { resource, sort, page, perPage, filter, filterValues } = useListContext();
  const { search } = useLocation();
  const [, keep] = useStore<object | null>(`${resource}.listParams`, null);
  const [, keepSearch] = useStore(listSearchKey(resource), '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address holds all parameters
  useEffect(() => {
    const { field, order } = sort;
    keep({ sort: field, order, page, perPage, filter: { ...filterValues, ...filter }, displayedFilters: {} });
    keepSearch(search);
  }, [search]);
  return null;
}

/** Shows and hides columns. The choice is kept in this browser, under DataTable's own key. */
function ColumnsButton() {
  const { fields, columns, hiddenColumns } = useListSetup();
  const resource = useResourceContext() ?? '';
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, [...hiddenColumns]);
  const toggle = (source: string) =>
    setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]);
  return (
    <PopoverButton
      label="Columns"
      icon={<ViewColumnIcon />}
      heading="Columns shown"
      // a phone shows cards, which have no columns
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
    >
      {() => (
        <>
          <FormGroup>
            {columns.map((source) => (
              <FormControlLabel
                key={source}
                label={columnLabelOf(fields, source)}
                control={
                  <Checkbox size="small" checked={!hidden.includes(source)} onChange={() => toggle(source)} />
                }
              />
            ))}
          </FormGroup>
          <Button size="small" sx={{ mt: 1 }} onClick={() => setHidden([...hiddenColumns])}>
            Reset
          </Button>
        </>
      )}
    </PopoverButton>
  );
}
