import { Box, Tab, Tabs } from '@mui/material';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

interface TabEntry<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

interface AddressTabsProps<Name extends string> {
  readonly label: string;
  /** In the address; default: `tab`. */
  readonly parameter?: string;
  readonly tabs: readonly TabEntry<Name>[];
  /** Open where the address names none; default: the first. */
  readonly initial?: Name | undefined;
  readonly children: (current: Name) => ReactNode;
}

/** The query of another tab: other parameters stay, but each tab begins on its first page. */
function onTab(before: URLSearchParams, parameter: string, tab: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('page');
  next.set(parameter, tab);
  return next;
}

/** Tabs that keep the open one in the address (`?tab=`), for links and the back button. */
export function AddressTabs<Name extends string>(props: AddressTabsProps<Name>) {
  const { label, parameter = 'tab', tabs, initial, children } = props;
  const [query, setQuery] = useSearchParams();
  const open = query.get(parameter) ?? initial;
  const current = (tabs.find(({ name }) => name === open) ?? tabs[0])?.name;
  if (current === undefined) return null;
  return (
    <>
      <Tabs
        value={current}
        onChange={(_, next: Name) => setQuery((before) => onTab(before, parameter, next), { replace: true })}
        variant="scrollable"
        // swiped or reached by arrow keys; the buttons would cover the first and last tab of a phone
        scrollButtons={false}
        aria-label={label}
        sx={{
          px: { md: 1.5 },
          borderBottom: 1,
          borderColor: 'divider',
          // three tabs fit on a phone
          '& .MuiTab-root': { px: { xs: 1.25, sm: 2 }, minWidth: { xs: 0, sm: 90 } },
        }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            label={tab.label}
            id={`tab-${tab.name}`}
            aria-controls="tab-panel"
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
        {children(current)}
      </Box>
    </>
  );
}
