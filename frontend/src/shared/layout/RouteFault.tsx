import Button from '@mui/material/Button';
import { Page } from './Page.tsx';

/** When a page breaks, or its code can't be loaded because a newer version of the portal is out. */
export function RouteFault() {
  return (
    <main>
      <Page title="Something went wrong" lead="Loading the page again usually helps." width="sm">
        <Button variant="contained" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </Page>
    </main>
  );
}
