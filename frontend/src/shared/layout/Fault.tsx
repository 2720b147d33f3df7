import Button from '@mui/material/Button';
import { Page } from './Page.tsx';

interface FaultProps {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** Replaces a page that can't be shown. */
export function Fault({ title, lead, action, onAction }: FaultProps) {
  return (
    <main>
      <Page title={title} lead={lead} width="sm">
        <Button variant="contained" onClick={onAction}>
          {action}
        </Button>
      </Page>
    </main>
  );
}
