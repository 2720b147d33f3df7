import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/layout/Page.tsx';
import { Unbroken } from '../kit/parts.tsx';

interface PageHeadingProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly back?: ReactNode;
}

/** The page's h1 with lead, actions and the link back. */
export const PageHeading = ({ title, lead, actions, back }: PageHeadingProps) => (
  <Box
    component="header"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'flex-end',
      justifyContent: 'space-between',
      gap: 2,
      mb: 2.5,
    }}
  >
    <Box sx={{ flex: '1 1 440px', minWidth: 0, overflowWrap: 'anywhere' }}>
      {back}
      <PageTitle title={title}>
        <Unbroken text={title} />
      </PageTitle>
      {lead !== undefined && (
        <Typography color="text.secondary" component="div" sx={{ mt: 0.5 }}>
          {lead}
        </Typography>
      )}
    </Box>
    {actions !== undefined && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
  </Box>
);
