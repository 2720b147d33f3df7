import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Buttons that concern the whole page. */
  readonly actions?: ReactNode;
  readonly width?: 'sm' | 'md' | 'lg';
  readonly children: ReactNode;
}

/** A page of the signed-in area: heading, a line of explanation, actions, content. */
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
