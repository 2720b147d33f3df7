import { Box, Button, CircularProgress, Container, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { company } from '../company.ts';

/**
 * The page's h1. Sets the document title, and takes the focus after a navigation so that screen readers announce the
 * page; not on the first page.
 */
export function PageTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} | ${company.name}`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter or tab in the address must not take the focus from its field
  useEffect(() => {
    if (key !== 'default') heading.current?.focus();
  }, [pathname]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      {children ?? title}
    </Typography>
  );
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly width?: 'sm' | 'md' | 'lg';
  readonly children: ReactNode;
}

/** A page: heading, lead, actions, content. */
export function Page({ title, lead, actions, width = 'lg', children }: PageProps) {
  return (
    <Container maxWidth={width} sx={{ py: { xs: 3, md: 5 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-end', mb: { xs: 2.5, md: 4 } }}>
        <Box sx={{ flex: '1 1 320px' }}>
          <PageTitle title={title} />
          {lead !== undefined && (
            <Typography component="div" color="text.secondary" sx={{ mt: 0.75 }}>
              {lead}
            </Typography>
          )}
        </Box>
        {actions}
      </Box>
      {children}
    </Container>
  );
}

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

/** White on black over everything, while the session is unknown (S1-2). */
export function FullScreenSpinner() {
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        bgcolor: '#000',
        display: 'grid',
        placeItems: 'center',
      }}
    >
      <CircularProgress aria-label="Loading" sx={{ color: '#fff' }} />
    </Box>
  );
}

/** While a page's code or data loads; keeps the footer in place. */
export function PageSpinner() {
  return (
    <Box sx={{ minHeight: '50vh', display: 'grid', placeItems: 'center' }}>
      <CircularProgress aria-label="Loading" />
    </Box>
  );
}

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
