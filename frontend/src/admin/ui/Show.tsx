import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import { Box, IconButton, Link, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import {
  type RaRecord,
  ShowBase,
  type ShowBaseProps,
  useCreatePath,
  useGetRecordRepresentation,
  useGetResourceLabel,
  usePrevNextController,
  useResourceContext,
  useShowContext,
  useStore,
} from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router';
import { showCount } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { WaitingApprovals } from '../records/waiting.tsx';
import { listSearchKey } from './List.tsx';
import { PageHeading } from './PageHeading.tsx';

interface ShowProps<R extends RaRecord> extends Pick<ShowBaseProps<R>, 'queryOptions'> {
  /** What the record is, in lower case: `site`. */
  readonly noun: string;
  /** The record's representation by default. */
  readonly title?: (record: R) => string;
  readonly lead?: (record: R) => ReactNode;
  readonly actions?: (record: R) => ReactNode;
  readonly children: (record: R) => ReactNode;
}

/** react-admin's Show with a lead and the way through the list. A missing record is reported in place. */
export function Show<R extends RaRecord>({ queryOptions, ...props }: ShowProps<R>) {
  return (
    <ShowBase<R>
      queryOptions={
        { ...queryOptions, onError: () => undefined } as ShowBaseProps<R>['queryOptions'] & object
      }
    >
      <Frame {...props} />
    </ShowBase>
  );
}

function Frame<R extends RaRecord>({
  noun,
  title,
  lead,
  actions,
  children,
}: Omit<ShowProps<R>, 'queryOptions'>) {
  const { record, error, refetch } = useShowContext<R>();
  const resource = useResourceContext() ?? '';
  const represent = useGetRecordRepresentation(resource);
  const back = <BackToList />;
  if (record === undefined && error) {
    const isMissing = (error as { status?: number }).status === 404;
    const missing = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`;
    return (
      <>
        <PageHeading title={isMissing ? missing : 'Something went wrong'} back={back} />
        {!isMissing && <LoadProblem text="This page could not be loaded." error={error} onRetry={refetch} />}
      </>
    );
  }
  if (record === undefined) return <Loading />;
  return (
    <>
      <PageHeading
        title={title?.(record) ?? String(represent(record))}
        back={
          <>
            {back}
            <PrevNextButtons />
          </>
        }
        lead={lead?.(record)}
        actions={actions?.(record)}
      />
      <WaitingApprovals resource={resource} id={record.id} />
      {children(record)}
    </>
  );
}

/** To the list as last shown. */
function BackToList() {
  const labelOf = useGetResourceLabel();
  const resource = useResourceContext() ?? '';
  const [search] = useStore(listSearchKey(resource), '');
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={`${createPath({ resource, type: 'list' })}${search}`}
      underline="hover"
      className="no-print"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, py: 0.5, fontWeight: 600 }}
    >
      <ArrowBackIcon fontSize="small" aria-hidden />
      {labelOf(resource)}
    </Link>
  );
}

const Loading = () => (
  <Box role="status" aria-label="Loading">
    <Skeleton variant="text" width={280} sx={{ fontSize: '2.4rem' }} />
    <Skeleton variant="rounded" height={220} sx={{ mt: 2 }} />
  </Box>
);

/** Records of the list that Previous and Next reach. */
const MAX_RECORDS = 100;

/** Links to the previous and next record of the list as last shown; nothing without a list. */
function PrevNextButtons() {
  const resource = useResourceContext() ?? '';
  const [visited] = useStore<object | null>(`${resource}.listParams`, null);
  return visited === null ? null : <Neighbours />;
}

function Neighbours() {
  const { prevPath, nextPath, index, total } = usePrevNextController({
    linkType: 'show',
    limit: MAX_RECORDS,
  });
  if (index === undefined || total === undefined) return null;
  return (
    <Box
      component="nav"
      aria-label="Records of the list"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, ml: 2 }}
    >
      <Step path={prevPath} label="Previous record" icon={<PreviousIcon />} />
      <Muted sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {showCount(index + 1)} of {showCount(total)}
      </Muted>
      <Step path={nextPath} label="Next record" icon={<NextIcon />} />
    </Box>
  );
}

interface StepProps {
  readonly path: string | undefined;
  readonly label: string;
  readonly icon: ReactNode;
}

function Step({ path, label, icon }: StepProps) {
  const link = path === undefined ? { disabled: true } : { component: RouterLink, to: path };
  return (
    <IconButton size="small" {...link} aria-label={label}>
      {icon}
    </IconButton>
  );
}

/** Goes from a deleted record's page to its list. */
export function useLeaveRecord(resource: string): () => void {
  const createPath = useCreatePath();
  const navigate = useNavigate();
  return () => void navigate(createPath({ resource, type: 'list' }));
}
