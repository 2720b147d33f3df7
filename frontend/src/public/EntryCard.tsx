import { Box, CircularProgress, Container, Link, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { z } from 'zod';
import { request } from '../shared/http/http.ts';
import { PageTitle } from '../shared/layout/Page.tsx';
import { Logo } from '../shared/theme/Icon.tsx';

/** A link to another page of the portal. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to} underline="always" sx={{ py: 0.5 }}>
      {children}
    </Link>
  );
}

interface EntryCardProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly width?: 'xs' | 'sm' | 'md';
  readonly children: ReactNode;
}

/** The centred card of pages for visitors. */
export function EntryCard({ title, subtitle, width = 'xs', children }: EntryCardProps) {
  return (
    <Container maxWidth={width} sx={{ py: { xs: 3, sm: 6 } }}>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, boxShadow: '0 12px 40px rgb(11 31 51 / 0.08)' }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, mb: 3 }}>
          <Logo size={44} />
          <PageTitle title={title} />
          {subtitle !== undefined && (
            <Typography component="div" color="text.secondary">
              {subtitle}
            </Typography>
          )}
        </Box>
        {children}
      </Paper>
    </Container>
  );
}

/** What the server says of the token of a mailed link. */
export const useMailedLink = <Answer,>(path: string, token: string, schema: z.ZodType<Answer>) =>
  useQuery({
    queryKey: [path, token],
    queryFn: async () => schema.parse(await request('POST', path, { token }, { unauthorized: 'own' })),
    networkMode: 'always',
    // the link may have expired since the last visit
    gcTime: 0,
  });

export const LinkSpinner = () => (
  <Box sx={{ minHeight: 240, display: 'grid', placeItems: 'center' }}>
    <CircularProgress aria-label="Loading" />
  </Box>
);
