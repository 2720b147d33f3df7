import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import { Link } from 'react-router';
import { showCount } from '../format.ts';
import { useTotal } from '../useTotal.ts';
import { useListPath } from './useListPath.ts';

interface FigureProps {
  readonly label: string;
  readonly resource: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Waits for somebody: set apart in colour while it is above zero. */
  readonly waiting?: boolean;
}

/** The counts of the overview; each opens its list. */
export function Figures() {
  return (
    <Box
      component="ul"
      aria-label="Figures"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Figure label="Pending dealers" resource="users" filter={{ is_approved: false }} waiting />
      <Figure label="Pending sites" resource="sites" filter={{ status: 'pending' }} waiting />
      <Figure label="Active sites" resource="sites" filter={{ status: 'active' }} />
      <Figure label="Approved users" resource="users" filter={{ is_approved: true }} />
    </Box>
  );
}

function Figure({ label, resource, filter, waiting = false }: FigureProps) {
  const total = useTotal(resource, filter);
  const listPath = useListPath();
  const urgent = waiting && (total ?? 0) > 0;
  return (
    <Card component="li" variant="outlined" sx={urgent ? { borderColor: 'warning.main' } : {}}>
      <CardActionArea component={Link} to={listPath(resource, filter)} sx={{ p: 2, height: '100%' }}>
        <Typography variant="body2" color="text.secondary">
          {label}
        </Typography>
        <Typography
          component="p"
          sx={{
            fontSize: '2rem',
            fontWeight: 700,
            lineHeight: 1.2,
            fontVariantNumeric: 'tabular-nums',
            color: urgent ? 'warning.main' : 'text.primary',
          }}
        >
          {total === undefined ? <Skeleton width={48} /> : showCount(total)}
        </Typography>
      </CardActionArea>
    </Card>
  );
}
