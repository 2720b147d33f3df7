import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Muted } from '../../shared/ui/Muted.tsx';

interface Figure {
  readonly label: string;
  readonly value: string;
  /** Below the value. */
  readonly note?: ReactNode;
}

/** A small line below or beside a value. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}

/** Large figures side by side. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2.5,
        // two beside each other on a phone
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
      }}
    >
      {figures.map(({ label, value, note }) => (
        <Box key={label}>
          <Muted component="dt">{label}</Muted>
          <Box component="dd" sx={{ m: 0 }}>
            <Typography
              component="span"
              sx={{
                display: 'block',
                fontSize: { xs: '1.25rem', sm: '1.5rem' },
                fontWeight: 650,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {value}
            </Typography>
            {note}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Figures in rows: label left, value right. */
export function FigureRows({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 1.25 }}>
      {figures.map(({ label, value, note }) => (
        <Box
          key={label}
          sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, alignItems: 'baseline' }}
        >
          <Muted component="dt">{label}</Muted>
          <Box component="dd" sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
            <Typography
              component="span"
              variant="body2"
              sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {value}
            </Typography>
            {note}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
