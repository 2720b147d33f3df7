import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { NONE } from '../text.ts';
import { Muted } from './Muted.tsx';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Lines of a value that is as high as two. */
const TALL = 4;

/** A record's fields as a description list in as many columns as fit; on a phone each in a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2.5 },
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
      }}
    >
      {facts.map(({ label, value }) => (
        <Box
          key={label}
          sx={{
            minWidth: 0,
            display: { xs: 'grid', sm: 'block' },
            gridTemplateColumns: '2fr 3fr',
            columnGap: 2,
            alignItems: 'baseline',
            // those beside it leave no hole below them
            gridRow: {
              sm: typeof value === 'string' && value.split('\n').length >= TALL ? 'span 2' : 'auto',
            },
          }}
        >
          <Muted component="dt">{label}</Muted>
          <Typography
            component="dd"
            // a link stands on the line of its label and the values beside it
            sx={{
              m: 0,
              overflowWrap: 'anywhere',
              whiteSpace: 'pre-line',
              '& a': { py: 0, display: 'inline' },
            }}
          >
            {value === '' || value === null || value === undefined ? NONE : value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
