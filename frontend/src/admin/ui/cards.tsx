import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** An amount of money beside the link of a card. */
export function CardAmount({ children }: { readonly children: ReactNode }) {
  return <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>;
}

/** Secondary text of a card. */
export function CardText({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="body2" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

/** The buttons below a card. */
export function CardActions({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        mt: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        '&:empty': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
