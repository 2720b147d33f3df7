import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** The top line of a record's card: the way into the record, and beside it what matters most of it. */
export function CardHead({ children }: { readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
      {children}
    </Box>
  );
}

/** An amount of money in a card's top line. */
export function CardAmount({ children }: { readonly children: ReactNode }) {
  return <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>;
}
