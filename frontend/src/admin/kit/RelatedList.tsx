import { Box, Skeleton, TablePagination, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useGetList, useGetRecordRepresentation } from 'react-admin';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import type { FilterValues, ResourceName, SortOf } from '../dataProvider/resourcePaths.ts';
import { RecordLink } from '../records/links.tsx';
import { Unbroken } from './parts.tsx';

export interface RelatedListProps<R extends RaRecord, Name extends ResourceName> {
  readonly resource: Name;
  readonly filter: FilterValues<Name>;
  /** Newest first by default. */
  readonly sort?: SortOf<Name>;
  /** Shows as many and no more; by default ten at a time. */
  readonly first?: number;
  readonly label?: string;
  readonly empty: string;
  /** The record's representation by default. */
  readonly name?: (record: R) => string;
  /** Where the name leads; to the record's own page by default. */
  readonly to?: (record: R) => string;
  /** Below the name, which is a link. */
  readonly text: (record: R) => ReactNode;
  /** Beside them. */
  readonly children: (record: R) => ReactNode;
}

const NEWEST_FIRST = { field: 'created_at', order: 'DESC' } as const;
const PER_PAGE = 10;

/** The records of a list under a filter, for another page than the list's own. */
export function RelatedList<R extends RaRecord, Name extends ResourceName>(props: RelatedListProps<R, Name>) {
  const { resource, filter, sort = NEWEST_FIRST, first, label, empty, name, to, text, children } = props;
  const [page, setPage] = useState(1);
  const represent = useGetRecordRepresentation(resource);
  const { data, total, error, isPending, refetch } = useGetList<R>(resource, {
    pagination: { page, perPage: first ?? PER_PAGE },
    sort,
    filter,
  });
  if (error) return <LoadProblem text="This list could not be loaded." error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton variant="rounded" height={120} sx={{ m: 2 }} />;
  if (data.length === 0) return <Typography sx={{ p: 4, textAlign: 'center' }}>{empty}</Typography>;
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        sx={{ listStyle: 'none', m: 0, p: 0, borderTop: first === undefined ? 0 : 1, borderColor: 'divider' }}
      >
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              rowGap: 0.5,
              px: first === undefined ? 3 : 2,
              py: 1.5,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <RecordLink
                resource={resource}
                id={record.id}
                to={to?.(record)}
                text={name?.(record) ?? String(represent(record))}
              />
              <Typography
                variant="body2"
                color="text.secondary"
                component="div"
                sx={{ overflowWrap: 'anywhere' }}
              >
                <Unbroken text={text(record)} />
              </Typography>
            </Box>
            {children(record)}
          </Box>
        ))}
      </Box>
      {first === undefined && total !== undefined && total > PER_PAGE && (
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
