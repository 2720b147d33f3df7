import { Button } from '@mui/material';
import { Page } from '../../shared/layout/Page.tsx';

/** S1-2. */
export default function NotFoundPage() {
  return (
    <Page title="Page Not Found" lead="Did you forget to add the page to the router?" width="sm">
      <Button variant="contained" href="/">
        Go to the start page
      </Button>
    </Page>
  );
}
