import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The search and the filters of a list side by side, below each other on a phone. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        '& > *': { flex: { xs: '1 1 100%', sm: '0 0 auto' } },
      }}
    >
      {children}
    </Box>
  );
}
