import { Box, Card, CardActionArea, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useResourceContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Muted } from '../../shared/ui/Muted.tsx';
import { RecordLink } from '../records/links.tsx';

/** The buttons below a card. */
export const CardActions = ({ children }: { readonly children: ReactNode }) => (
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

/** Where a row leads; the record's own page by default. */
export type RowClick<R extends RaRecord> = (record: R) => string;

export const RowClickContext = createContext<RowClick<RaRecord> | undefined>(undefined);

/** A link to what a click on the row opens. */
export function RowLink({ record, children }: { readonly record: RaRecord; readonly children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const rowClick = useContext(RowClickContext);
  return <RecordLink resource={resource} id={record.id} to={rowClick?.(record)} text={children} />;
}

interface FigureGridProps {
  readonly label: string;
  /** Few figures become as wide as the page. */
  readonly stretched?: boolean;
  /** So many columns on wide screens, half as many on narrow ones; by default as many as fit. */
  readonly columns?: number | undefined;
  readonly children: ReactNode;
}

/** Cards of figures in as many columns as fit. */
export function FigureGrid({ label, stretched = false, columns, children }: FigureGridProps) {
  const fitting = stretched
    ? 'repeat(auto-fit, minmax(180px, 1fr))'
    : 'repeat(auto-fill, minmax(150px, 1fr))';
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
        // the last of an odd number would stand beside a hole
        '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: columns === undefined ? fitting : `repeat(${columns / 2}, minmax(0, 1fr))`,
          ...(columns !== undefined && { lg: `repeat(${columns}, minmax(0, 1fr))` }),
        },
      }}
    >
      {children}
    </Box>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Below the figure. */
  readonly note?: ReactNode;
  /** Path of the list behind it. */
  readonly to?: string | undefined;
  /** Highlighted: needs a decision. */
  readonly urgent?: boolean;
}

/** Seven fit a page of 1,440 pixels. */
const PADDED = { px: 1.5, py: 2, height: '100%' };

/** A figure; a link where there is a list behind it. */
export function Figure({ label, value, note, to, urgent = false }: FigureProps) {
  const content = (
    <>
      <Muted>{label}</Muted>
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
      {note !== undefined && <Muted>{note}</Muted>}
    </>
  );
  return (
    <Card component="li" variant="outlined" sx={urgent ? { borderColor: 'warning.main' } : {}}>
      {to === undefined ? (
        <Box sx={PADDED}>{content}</Box>
      ) : (
        <CardActionArea component={RouterLink} to={to} sx={PADDED}>
          {content}
        </CardActionArea>
      )}
    </Card>
  );
}
