import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import { Box, Card, IconButton, Link, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import {
  type RaRecord,
  ShowBase,
  useCreatePath,
  usePrevNextController,
  useResourceContext,
  useShowContext,
  useStore,
} from 'react-admin';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { showCount } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { PageHeading } from './PageHeading.tsx';

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

/** How far into a list one can walk from a record that is not on the page last looked at. */
const MOST_RECORDS = 100;

/** The way to the records before and after this one, in the list as it was last looked at; nothing without one. */
function PrevNext() {
  const resource = useResourceContext() ?? '';
  const [looked] = useStore<object | null>(`${resource}.listParams`, null);
  return looked === null ? null : <Neighbours />;
}

function Neighbours() {
  const { prevPath, nextPath, index, total } = usePrevNextController({
    linkType: 'show',
    limit: MOST_RECORDS,
  });
  if (index === undefined || total === undefined) return null;
  return (
    <Box
      component="nav"
      aria-label="Records of the list"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, ml: 2 }}
    >
      <Step path={prevPath} label="Previous record" icon={<PreviousIcon />} />
      <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {showCount(index + 1)} of {showCount(total)}
      </Typography>
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
  if (path === undefined) {
    return (
      <IconButton size="small" disabled aria-label={label}>
        {icon}
      </IconButton>
    );
  }
  return (
    <IconButton size="small" component={RouterLink} to={path} aria-label={label}>
      {icon}
    </IconButton>
  );
}

interface PageTab {
  /** In the address as `?tab=`. */
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs of a record's page; the one that is open stands in the address. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const [parameters, setParameters] = useSearchParams();
  const id = useId();
  const current = tabs.find((tab) => tab.key === parameters.get('tab')) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <Card variant="outlined">
      <Tabs
        aria-label={label}
        value={current.key}
        onChange={(_event, key: string) => setParameters({ tab: key }, { replace: true })}
        variant="scrollable"
        sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            label={tab.label}
            id={`${id}-${tab.key}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`}>
        {current.content}
      </Box>
    </Card>
  );
}

/** Goes from a record's page to its list, for a record that is gone. */
export function useLeaveRecord(resource: string): () => void {
  const createPath = useCreatePath();
  const navigate = useNavigate();
  return () => void navigate(createPath({ resource, type: 'list' }));
}
