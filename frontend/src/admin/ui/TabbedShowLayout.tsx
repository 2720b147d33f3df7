import { Box, Card, Tab as MuiTab, Tabs } from '@mui/material';
import { Children, isValidElement, type ReactElement, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
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
  const [parameters, setParameters] = useSearchParams();
  const id = useId();
  const tabs = Children.toArray(children).filter((tab): tab is ReactElement<TabProps> => isValidElement(tab));
  const current = tabs.find(({ props }) => props.path === parameters.get('tab')) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <Card variant="outlined">
      <Tabs
        aria-label={label}
        value={current.props.path}
        onChange={(_event, path: string) => setParameters({ tab: path }, { replace: true })}
        variant="scrollable"
        scrollButtons={false}
        sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
      >
        {tabs.map(({ props }) => (
          <MuiTab
            key={props.path}
            value={props.path}
            label={props.label}
            id={`${id}-${props.path}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.props.path}`}>
        {current}
      </Box>
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
