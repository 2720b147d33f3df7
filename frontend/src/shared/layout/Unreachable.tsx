import Button from '@mui/material/Button';
import { Page } from './Page.tsx';

/** Instead of a page while the server can't be asked who is there. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main>
      <Page title="The portal can’t be reached" lead="Please check your connection and try again." width="sm">
        <Button variant="contained" onClick={onRetry}>
          Try again
        </Button>
      </Page>
    </main>
  );
}
