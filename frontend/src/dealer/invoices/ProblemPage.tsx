import { Box, Button } from '@mui/material';
import { Link } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';

interface ProblemPageProps {
  readonly title: string;
  readonly lead: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly onRetry?: (() => void) | undefined;
}

/** Replaces a page whose data could not be read. */
export function ProblemPage({ title, lead, back, onRetry }: ProblemPageProps) {
  return (
    <Page title={title} lead={lead} width="sm">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button component={Link} to={back.to} variant="contained">
          {back.label}
        </Button>
        {onRetry && (
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Box>
    </Page>
  );
}
