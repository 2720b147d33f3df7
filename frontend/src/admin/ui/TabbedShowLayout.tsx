import { Box, Card } from '@mui/material';
import { Children, isValidElement, type PropsWithChildren, type ReactElement, type ReactNode } from 'react';
import { showCount } from '../../shared/text.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { type Fact, Facts } from '../../shared/ui/Facts.tsx';

interface TabProps {
  readonly label: string;
  /** In the address as `?tab=`. */
  readonly path: string;
  /** Number of its records, beside the label once it is known. */
  readonly count?: number | undefined;
  /** Its content is cards, so that the tabs stand above cards. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** A tab of a TabbedShowLayout, which draws its content while it is open. */
export const Tab = ({ children }: TabProps) => children;

/** react-admin's TabbedShowLayout keeps the open tab in the path; these are in the query (`?tab=`). */
export function TabbedShowLayout({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  const tabs = Children.toArray(children).filter((tab): tab is ReactElement<TabProps> => isValidElement(tab));
  const isBare = tabs.some(({ props }) => props.bare);
  const layout = (
    <AddressTabs
      label={label}
      tabs={tabs.map(({ props: { path, label: name, count } }) => ({
        name: path,
        label: count === undefined ? name : `${name} (${showCount(count)})`,
      }))}
    >
      {(path) => {
        const tab = tabs.find(({ props }) => props.path === path);
        if (!isBare) return tab;
        return (
          <Box sx={{ mt: 2 }}>{tab?.props.bare === true ? tab : <Card variant="outlined">{tab}</Card>}</Box>
        );
      }}
    </AddressTabs>
  );
  return isBare ? layout : <Card variant="outlined">{layout}</Card>;
}

/** The content of a tab that shows fields, with what is below them. */
export const SimpleShowLayout = ({
  facts,
  children,
}: PropsWithChildren<{ readonly facts: readonly Fact[] }>) => (
  <Box sx={{ p: 3 }}>
    <Facts facts={facts} />
    {children}
  </Box>
);
