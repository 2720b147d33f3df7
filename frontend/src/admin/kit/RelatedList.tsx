import { Box, Skeleton, TablePagination, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useGetManyReference } from 'react-admin';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';

interface RelatedListProps<R extends RaRecord> {
  readonly resource: string;
  /** The field of the related records that points here, and what it points to. */
  readonly target: string;
  readonly id: RaRecord['id'];
  readonly label: string;
  readonly empty: string;
  readonly row: (record: R) => ReactNode;
}

/** A row: link and text, then what is beside them. */
export function RelatedRow({ link, text, children }: RelatedRowProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        {link}
        <Typography variant="body2" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

interface RelatedRowProps {
  readonly link: ReactNode;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

const PER_PAGE = 10;

/** The records that belong to this one, newest first, ten at a time. */
export function RelatedList<R extends RaRecord>({
  resource,
  target,
  id,
  label,
  empty,
  row,
}: RelatedListProps<R>) {
  const [page, setPage] = useState(1);
  const { data, total, error, isPending, refetch } = useGetManyReference<R>(resource, {
    target,
    id,
    pagination: { page, perPage: PER_PAGE },
    sort: { field: 'created_at', order: 'DESC' },
    filter: {},
  });
  if (error) {
    return <LoadProblem text="This list could not be loaded." error={error} onRetry={refetch} />;
  }
  if (isPending) return <Skeleton variant="rounded" height={120} sx={{ m: 2 }} />;
  if (data.length === 0) return <Typography sx={{ p: 4, textAlign: 'center' }}>{empty}</Typography>;
  return (
    <>
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{
              px: 3,
              py: 1.5,
              borderBottom: 1,
              borderColor: 'divider',
              '&:last-child': { borderBottom: 0 },
            }}
          >
            {row(record)}
          </Box>
        ))}
      </Box>
      {total !== undefined && total > PER_PAGE && (
        <TablePagination
          component="div"
          count={total}
          page={page - 1}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_event, next) => setPage(next + 1)}
        />
      )}
    </>
  );
}
