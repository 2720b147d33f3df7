import { Box, Card, Link, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { type RaRecord, type SortPayload, useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';

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

interface RowsProps<R extends RaRecord> {
  readonly resource: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
  /** Shown when there are none. */
  readonly none: string;
  readonly row: (record: R) => ReactNode;
}

const FIRST = { page: 1, perPage: 5 };

/** The first five records of a list. */
export function Rows<R extends RaRecord>({ resource, filter, sort, none, row }: RowsProps<R>) {
  const { data, error, refetch } = useGetList<R>(resource, { pagination: FIRST, sort, filter });
  if (error) {
    return <LoadProblem text="This list could not be loaded." error={error} onRetry={refetch} />;
  }
  if (data === undefined) return <Skeleton variant="rounded" height={120} sx={{ m: 2 }} />;
  if (data.length === 0) {
    return (
      <Typography color="text.secondary" sx={{ px: 2, pb: 3, pt: 1 }}>
        {none}
      </Typography>
    );
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((record) => (
        <Box component="li" key={record.id} sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
          {row(record)}
        </Box>
      ))}
    </Box>
  );
}
