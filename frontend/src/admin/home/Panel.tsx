import { Box, Card, CardActionArea, Link, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router';

interface PanelProps {
  readonly title: string;
  /** The full list behind the few rows shown here. */
  readonly all?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** A titled card of the overview. */
export function Panel({ title, all, children }: PanelProps) {
  const heading = useId();
  return (
    <Card variant="outlined" component="section" aria-labelledby={heading}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 1,
          px: 2,
          pt: 2,
          pb: 1,
        }}
      >
        <Typography id={heading} component="h2" variant="h2">
          {title}
        </Typography>
        {all !== undefined && (
          <Link component={RouterLink} to={all.to} underline="hover" sx={{ fontWeight: 600, py: 0.5 }}>
            {all.label}
          </Link>
        )}
      </Box>
      {children}
    </Card>
  );
}

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
        <CardActionArea component={RouterLink} to={to} sx={{ p: 2, height: '100%' }}>
          {content}
        </CardActionArea>
      )}
    </Card>
  );
}
