import { Box, Chip, Tab, Tabs } from '@mui/material';
import { useListContext } from 'react-admin';
import { showCount } from '../format.ts';
import { useTotal } from '../useTotal.ts';

type Filter = Readonly<Record<string, unknown>>;

export interface FilterTab {
  readonly label: string;
  /** The value the filter takes; undefined leaves it out. */
  readonly value?: string | boolean | undefined;
  /** In place of a value: several fields, or one of its own. */
  readonly filter?: Filter;
}

interface FilterTabsProps {
  readonly label: string;
  /** The filter's field, e.g. `status`. */
  readonly field: string;
  readonly tabs: readonly FilterTab[];
}

/** Tabs that set a filter, each with the number of records behind it. The choice stands in the address. */
export function FilterTabs({ label, field, tabs }: FilterTabsProps) {
  const { filterValues, setFilters } = useListContext();
  const filters = tabs.map(({ value, filter }) => filter ?? (value === undefined ? {} : { [field]: value }));
  // a choice takes the place of whatever any of the tabs sets
  const fields = new Set(filters.flatMap((filter) => Object.keys(filter)));
  const now = Object.fromEntries(Object.entries(filterValues).filter(([name]) => fields.has(name)));
  const current = filters.findIndex((filter) => isSame(filter, now));
  const choose = (index: number) => {
    const others = Object.entries(filterValues).filter(([name]) => !fields.has(name));
    setFilters({ ...Object.fromEntries(others), ...filters[index] });
  };
  return (
    <Tabs
      aria-label={label}
      value={current === -1 ? false : current}
      onChange={(_event, index: number) => choose(index)}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
    >
      {tabs.map((tab, index) => (
        <Tab
          key={tab.label}
          label={
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
              {tab.label}
              <TabCount filter={filters[index] ?? {}} />
            </Box>
          }
        />
      ))}
    </Tabs>
  );
}

const isSame = (one: Filter, other: Filter) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

function TabCount({ filter }: { readonly filter: Filter }) {
  const { resource } = useListContext();
  const total = useTotal(resource, filter);
  if (total === undefined) return null;
  return <Chip component="span" size="small" label={showCount(total)} sx={{ cursor: 'inherit' }} />;
}
