import { Box, Chip, Tab, Tabs } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { showCount } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';

export type Filter = Readonly<Record<string, unknown>>;

/** @typeParam Source names that the list is filtered by */
export interface StatusTabsProps<Source extends string = string> {
  readonly label: string;
  /** The filter's field, e.g. `status`. */
  readonly source: Source;
  /** By label: a value of the field, or in its place a filter of other fields; `{}` for all. */
  readonly tabs: Readonly<Record<string, string | boolean | { readonly [Name in Source]?: unknown }>>;
}

/** The filters of the tabs, the one in force (-1 for none), and the filter besides; also for a list without tabs. */
export function useStatusTabs({ source, tabs }: Omit<StatusTabsProps, 'label'> = { source: '', tabs: {} }) {
  const { filterValues } = useListContext();
  const filters: Filter[] = Object.values(tabs).map((tab) =>
    typeof tab === 'object' ? tab : { [source]: tab },
  );
  // a tab replaces what the others set
  const sources = new Set(filters.flatMap((filter) => Object.keys(filter)));
  const part = (ofTabs: boolean): Filter =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => sources.has(name) === ofTabs));
  const now = part(true);
  return { filters, current: filters.findIndex((filter) => isSame(filter, now)), others: part(false) };
}

const isSame = (one: Filter, other: Filter) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Tabs that set a filter, each with its number of records under the other filters; all numbers come in one call. */
export function StatusTabs({ label, ...props }: StatusTabsProps) {
  const { setFilters, resource } = useListContext();
  const { filters, current, others } = useStatusTabs(props);
  const portal = usePortal();
  const { data: counts } = useQuery({
    queryKey: [resource, 'counts', others, filters],
    queryFn: () => portal.tabCounts(resource, others, filters),
    placeholderData: keepPreviousData,
  });
  return (
    <Tabs
      aria-label={label}
      value={current === -1 ? false : current}
      onChange={(_event, index: number) => setFilters({ ...others, ...filters[index] })}
      variant="scrollable"
      scrollButtons={false}
      sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
    >
      {Object.keys(props.tabs).map((name, index) => {
        const count = counts?.[index];
        return (
          <Tab
            key={name}
            // eight tabs fit 1280 px
            sx={{ px: 1.25, minWidth: 0 }}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                {name}
                {count !== undefined && (
                  <Chip component="span" size="small" label={showCount(count)} sx={{ cursor: 'inherit' }} />
                )}
              </Box>
            }
          />
        );
      })}
    </Tabs>
  );
}
