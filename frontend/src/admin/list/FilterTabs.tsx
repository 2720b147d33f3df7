import { Box, Chip, Tab, Tabs } from '@mui/material';
import { useListContext } from 'react-admin';
import { showCount } from '../format.ts';
import { useTotal } from '../useTotal.ts';

export interface FilterTab {
  readonly label: string;
  /** The value the filter takes; undefined leaves it out. */
  readonly value: string | boolean | undefined;
}

interface FilterTabsProps {
  readonly label: string;
  /** The filter's field, e.g. `status`. */
  readonly field: string;
  readonly tabs: readonly FilterTab[];
}

/** Tabs that set one filter, each with the number of records behind it. The choice stands in the address. */
export function FilterTabs({ label, field, tabs }: FilterTabsProps) {
  const { filterValues, setFilters } = useListContext();
  const current = tabs.findIndex((tab) => tab.value === filterValues[field]);
  const choose = (index: number) => {
    const { [field]: _before, ...others } = filterValues;
    const value = tabs[index]?.value;
    setFilters(value === undefined ? others : { ...others, [field]: value });
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
      {tabs.map((tab) => (
        <Tab
          key={tab.label}
          label={
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
              {tab.label}
              <TabCount field={field} value={tab.value} />
            </Box>
          }
        />
      ))}
    </Tabs>
  );
}

function TabCount({ field, value }: { readonly field: string; readonly value: FilterTab['value'] }) {
  const { resource } = useListContext();
  const total = useTotal(resource, value === undefined ? {} : { [field]: value });
  if (total === undefined) return null;
  return <Chip component="span" size="small" label={showCount(total)} sx={{ cursor: 'inherit' }} />;
}
