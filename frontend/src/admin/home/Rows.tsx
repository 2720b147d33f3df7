import { Box, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, type SortPayload, useGetList } from 'react-admin';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';

interface RowsProps<R extends RaRecord> {
  readonly resource: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
  /** Said where there is none. */
  readonly none: string;
  readonly row: (record: R) => ReactNode;
}

const FIRST = { page: 1, perPage: 5 };

/** The first five records of a list. */
export function Rows<R extends RaRecord>({ resource, filter, sort, none, row }: RowsProps<R>) {
  const { data, error, refetch } = useGetList<R>(resource, { pagination: FIRST, sort, filter });
  if (error) {
    return <LoadProblem text="This list could not be loaded." error={error} onRetry={() => void refetch()} />;
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
        <Box
          component="li"
          key={record.id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 2,
            rowGap: 0.75,
            px: 2,
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {row(record)}
        </Box>
      ))}
    </Box>
  );
}
