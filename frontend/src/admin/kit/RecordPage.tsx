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
import { type Fact, Facts } from '../../shared/ui/Facts.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { PageHeading } from './PageHeading.tsx';

interface RecordPageProps<R extends RaRecord> {
  /** The link back to the list. */
  readonly listLabel: string;
  /** What the record is, in lower case: `site`. */
  readonly noun: string;
  readonly title: (record: R) => string;
  readonly lead?: (record: R) => ReactNode;
  readonly actions?: (record: R) => ReactNode;
  /** Above the tabs. */
  readonly children?: (record: R) => ReactNode;
  readonly tabs?: (record: R) => readonly PageTab[];
}

/** A record's page. A missing record is reported in place, with the link back. */
export function RecordPage<R extends RaRecord>(props: RecordPageProps<R>) {
  return (
    <ShowBase queryOptions={{ onError: () => undefined }}>
      <Frame {...props} />
    </ShowBase>
  );
}

function Frame<R extends RaRecord>(props: RecordPageProps<R>) {
  const { listLabel, noun, title, lead, actions, children, tabs } = props;
  const { record, error, refetch } = useShowContext<R>();
  const back = <BackToList label={listLabel} />;
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
        title={title(record)}
        back={
          <>
            {back}
            <PrevNext />
          </>
        }
        lead={lead?.(record)}
        actions={actions?.(record)}
      />
      {children?.(record)}
      {tabs !== undefined && <PageTabs label={`Parts of this ${noun}`} tabs={tabs(record)} />}
    </>
  );
}

/** Where the query of the list last shown is kept. */
export const listSearchKey = (resource: string) => `${resource}.listSearch`;

/** To the list as last shown. */
function BackToList({ label }: { readonly label: string }) {
  const resource = useResourceContext() ?? '';
  const [search] = useStore(listSearchKey(resource), '');
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={`${createPath({ resource, type: 'list' })}${search}`}
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

/** Records of the list that Previous and Next reach. */
const MAX_RECORDS = 100;

/** Links to the previous and next record of the list as last shown. */
function PrevNext() {
  const resource = useResourceContext() ?? '';
  const [looked] = useStore<object | null>(`${resource}.listParams`, null);
  return looked === null ? null : <Neighbours />;
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
  const link = path === undefined ? { disabled: true } : { component: RouterLink, to: path };
  return (
    <IconButton size="small" {...link} aria-label={label}>
      {icon}
    </IconButton>
  );
}

export interface PageTab {
  /** In the address as `?tab=`. */
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The tab of a record's fields. */
export const factsTab = (label: string, facts: readonly Fact[], key = 'details'): PageTab => ({
  key,
  label,
  content: (
    <Box sx={{ p: 3 }}>
      <Facts facts={facts} />
    </Box>
  ),
});

/** Tabs that keep the open one in the address. */
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
        scrollButtons={false}
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

/** Goes from a deleted record's page to its list. */
export function useLeaveRecord(resource: string): () => void {
  const createPath = useCreatePath();
  const navigate = useNavigate();
  return () => void navigate(createPath({ resource, type: 'list' }));
}
