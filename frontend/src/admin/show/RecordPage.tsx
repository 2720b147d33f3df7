import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Box, Link, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, ShowBase, useCreatePath, useResourceContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { PrevNext } from './PrevNext.tsx';

interface RecordPageProps<R extends RaRecord> {
  /** The link back to the list. */
  readonly listLabel: string;
  /** Said where there is no such record. */
  readonly missing: string;
  readonly title: (record: R) => string;
  readonly lead?: (record: R) => ReactNode;
  readonly actions?: (record: R) => ReactNode;
  readonly children: (record: R) => ReactNode;
}

/** The frame of every record's page. A record that isn't there is said in place, with the way back. */
export function RecordPage<R extends RaRecord>(props: RecordPageProps<R>) {
  return (
    <ShowBase queryOptions={{ onError: () => undefined }}>
      <Frame {...props} />
    </ShowBase>
  );
}

function Frame<R extends RaRecord>({
  listLabel,
  missing,
  title,
  lead,
  actions,
  children,
}: RecordPageProps<R>) {
  const { record, error, refetch } = useShowContext<R>();
  const back = <BackToList label={listLabel} />;
  if (record === undefined && error) {
    const gone = (error as { status?: number }).status === 404;
    return (
      <>
        <PageHeading title={gone ? missing : 'Something went wrong'} back={back} />
        {!gone && (
          <LoadProblem text="This page could not be loaded." error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  if (record === undefined) return <Loading />;
  return (
    <>
      <PageHeading
        title={title(record)}
        back={
          <>
            {back}
            <PrevNext />
          </>
        }
        {...(lead === undefined ? {} : { lead: lead(record) })}
        {...(actions === undefined ? {} : { actions: actions(record) })}
      />
      {children(record)}
    </>
  );
}

function BackToList({ label }: { readonly label: string }) {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource, type: 'list' })}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, py: 0.5, fontWeight: 600 }}
    >
      <ArrowBackIcon fontSize="small" aria-hidden />
      {label}
    </Link>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading">
      <Skeleton variant="text" width={280} sx={{ fontSize: '2.4rem' }} />
      <Skeleton variant="rounded" height={220} sx={{ mt: 2 }} />
    </Box>
  );
}
