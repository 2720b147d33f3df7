import { Box, Card, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';

export interface PageTab {
  /** In the address as `?tab=`. */
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs of a record's page; the one that is open stands in the address. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const [parameters, setParameters] = useSearchParams();
  const id = useId();
  const current = tabs.find((tab) => tab.key === parameters.get('tab')) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <Card variant="outlined">
      <Tabs
        aria-label={label}
        value={current.key}
        onChange={(_event, key: string) => setParameters({ tab: key }, { replace: true })}
        variant="scrollable"
        sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            label={tab.label}
            id={`${id}-${tab.key}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`}>
        {current.content}
      </Box>
    </Card>
  );
}
