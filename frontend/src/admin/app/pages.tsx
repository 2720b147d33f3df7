import { Box, Button } from '@mui/material';
import { useBasename } from 'react-admin';
import { Link } from 'react-router';
import { PageHeading } from '../ui/PageHeading.tsx';

function ToOverview() {
  const basename = useBasename();
  return (
    <Button component={Link} to={basename} variant="contained">
      Go to the dashboard
    </Button>
  );
}

/** An unknown admin path. */
export function NotFound() {
  return (
    <>
      <PageHeading title="Page not found" lead="This admin page does not exist." />
      <ToOverview />
    </>
  );
}

/** Where `canAccess` refuses a page. */
export function AccessDenied() {
  return (
    <>
      <PageHeading title="No access" lead="You do not have access to this page." />
      <ToOverview />
    </>
  );
}

/** A rendering error; without the layout, which may be the cause. */
export function PageFault({
  resetErrorBoundary,
}: {
  readonly resetErrorBoundary?: (...args: unknown[]) => void;
}) {
  return (
    <Box component="main" sx={{ maxWidth: 640, mx: 'auto', p: 4 }}>
      <PageHeading title="Something went wrong" lead="This page could not be shown." />
      <Button variant="contained" onClick={() => resetErrorBoundary?.()}>
        Try again
      </Button>
    </Box>
  );
}
