import { Box, Card } from '@mui/material';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { type Fact, Facts } from '../../shared/ui/Facts.tsx';

interface TabProps {
  readonly label: string;
  /** In the address as `?tab=`. */
  readonly path: string;
  readonly children: ReactNode;
}

/** A tab of a TabbedShowLayout, which draws its content while it is open. */
export const Tab = ({ children }: TabProps) => children;

/** react-admin's TabbedShowLayout keeps the open tab in the path; these are in the query (`?tab=`). */
export function TabbedShowLayout({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  const tabs = Children.toArray(children).filter((tab): tab is ReactElement<TabProps> => isValidElement(tab));
  return (
    <Card variant="outlined">
      <AddressTabs label={label} tabs={tabs.map(({ props }) => ({ name: props.path, label: props.label }))}>
        {(path) => tabs.find(({ props }) => props.path === path)}
      </AddressTabs>
    </Card>
  );
}

/** The content of a tab that shows fields, with what is below them. */
export function SimpleShowLayout({
  facts,
  children,
}: {
  readonly facts: readonly Fact[];
  readonly children?: ReactNode;
}) {
  return (
    <Box sx={{ p: 3 }}>
      <Facts facts={facts} />
      {children}
    </Box>
  );
}
