import { Box, Card, CardActionArea, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Cards of figures in as many columns as fit. */
export function FigureGrid({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(auto-fill, minmax(180px, 1fr))',
        },
      }}
    >
      {children}
    </Box>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** Below the figure. */
  readonly note?: string | undefined;
  /** Path of the list behind it. */
  readonly to?: string | undefined;
  /** Highlighted: needs a decision. */
  readonly urgent?: boolean;
}

/** A figure; a link where there is a list behind it. */
export function Figure({ label, value, note, to, urgent = false }: FigureProps) {
  const content = (
    <>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography
        component="p"
        sx={{
          fontSize: '1.5rem',
          fontWeight: 700,
          lineHeight: 1.25,
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
          color: urgent ? 'warning.main' : 'text.primary',
        }}
      >
        {value}
      </Typography>
      {note !== undefined && (
        <Typography variant="body2" color="text.secondary">
          {note}
        </Typography>
      )}
    </>
  );
  return (
    <Card component="li" variant="outlined" sx={urgent ? { borderColor: 'warning.main' } : {}}>
      {to === undefined ? (
        <Box sx={{ p: 2, height: '100%' }}>{content}</Box>
      ) : (
        <CardActionArea component={Link} to={to} sx={{ p: 2, height: '100%' }}>
          {content}
        </CardActionArea>
      )}
    </Card>
  );
}
