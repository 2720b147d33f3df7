import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, Skeleton, Typography } from '@mui/material';
import { type Overview, paths } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { dollarsText, showCount, showDate, today } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { HomeAlerts } from '../alerts/index.ts';
import { useListPath } from '../records/links.tsx';
import { useOverview } from '../records/waiting.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Figure, FigureGrid } from './Figures.tsx';
import { Panel } from './Panel.tsx';
import { LargestInvoices, PendingDealers, PendingMigrations, PendingSites } from './Pending.tsx';

const RevenueChart = lazy(() => import('./RevenueChart.tsx'));
const Activity = lazy(() => import('./Activity.tsx'));

/** Pending decisions, current figures and the newest activity. */
export function AdminHome() {
  const { data, error, isPending, refetch } = useOverview();
  const alerts = useQuery({ queryKey: [paths.admin.alerts] });
  // how many cards they have is known only then; what is below loads meanwhile
  const isLoading = isPending || alerts.isPending;
  return (
    <>
      <PageHeading title="Admin dashboard" lead="Pending decisions and current figures." />
      <Suspense fallback={<HomeSkeleton />}>
        {isLoading && <HomeSkeleton />}
        <Box sx={isLoading ? { display: 'none' } : CARDS}>
          <HomeAlerts />
          {data === undefined ? (
            <LoadProblem text="The figures could not be loaded." error={error} onRetry={refetch} />
          ) : (
            <>
              <Waiting overview={data} />
              <Business overview={data} />
            </>
          )}
          <RevenueChart />
          <Box
            sx={{
              display: 'grid',
              gap: 3,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Box sx={CARDS}>
              <PendingDealers />
              <PendingSites />
              {(data?.waiting.migrations ?? 0) > 0 && <PendingMigrations />}
              <LargestInvoices />
            </Box>
            <Panel title="Newest activity">
              <Suspense fallback={<Skeleton variant="rounded" height={240} sx={{ m: 2 }} />}>
                <Activity />
              </Suspense>
            </Panel>
          </Box>
        </Box>
      </Suspense>
    </>
  );
}

const CARDS = { display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' };

function HomeSkeleton() {
  return (
    <Box role="status" aria-label="Loading" sx={CARDS}>
      {[88, 124, 330, 320].map((height) => (
        <Skeleton key={height} variant="rounded" height={height} />
      ))}
    </Box>
  );
}

/** Figures of live companies, with those of demo companies below (rule B24); those of demo companies if there are no others. */
function Business({ overview }: { readonly overview: Overview }) {
  const { live, demo, next_billing_date } = overview;
  const listPath = useListPath();
  const demoOnly = live.companies === 0 && demo.companies > 0;
  const figure = (name: keyof Overview['live'], show: (value: number) => string) =>
    demoOnly
      ? { value: show(demo[name]), note: 'Demo' }
      : { value: show(live[name]), note: `Demo: ${show(demo[name])}` };
  return (
    <FigureGrid label="Figures">
      <Figure
        label="Active sites"
        {...figure('active_sites', showCount)}
        to={listPath('sites', { status: 'active' })}
      />
      <Figure label="Readers" {...figure('active_readers', showCount)} />
      <Figure
        label={`Projected for ${showDate(next_billing_date)}`}
        {...figure('projected_monthly', dollarsText)}
        to={listPath('invoicing')}
      />
      <Figure
        label="Companies"
        {...figure('companies', showCount)}
        to={listPath('companies', { is_demo_account: demoOnly })}
      />
    </FigureGrid>
  );
}

/** Pending decisions, each linked to its list. */
function Waiting({ overview }: { readonly overview: Overview }) {
  const listPath = useListPath();
  const waiting = waitingKinds().filter(([key]) => overview.waiting[key] > 0);
  if (waiting.length === 0) {
    return (
      <Card variant="outlined">
        <Box sx={{ p: 2, display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <CheckIcon color="success" aria-hidden />
          <Typography>No pending decisions.</Typography>
        </Box>
      </Card>
    );
  }
  return (
    <FigureGrid label="Needs a decision">
      {waiting.map(([key, label, resource, filter]) => (
        <Figure
          key={key}
          label={label}
          value={showCount(overview.waiting[key])}
          to={listPath(resource, filter)}
          urgent
        />
      ))}
    </FigureGrid>
  );
}

type Filter = Readonly<Record<string, unknown>>;

/** The overview counts failed payments of these days. */
const DAYS_OF_FAILED_PAYMENTS = 7;

/** What can wait for an administrator: its count, label, list and the list's filter. */
const waitingKinds = (): readonly (readonly [keyof Overview['waiting'], string, string, Filter?])[] => [
  ['dealers', 'Pending dealers', 'users', { is_approved: false }],
  ['sites', 'Pending sites', 'sites', { status: 'pending' }],
  ['migrations', 'Pending migrations', 'migrations', { status: 'pending' }],
  ['reader_changes', 'Reader requests', 'sites', { reader_change_requested: true }],
  ['questions', 'Open questions', 'disputes', { status: 'open' }],
  ['messages', 'Open messages', 'contacts', { status: 'open' }],
  ['overdue_invoices', 'Overdue invoices', 'invoices', { is_overdue: true }],
  [
    'failed_payments',
    'Failed payments',
    'payments',
    { status: ['declined', 'failed'], created_at_gte: addDays(today(), -DAYS_OF_FAILED_PAYMENTS) },
  ],
  ['disputes', 'Disputed payments', 'payments', { status: 'disputed' }],
  ['failed_refunds', 'Failed refunds', 'payments', { refund_failed: true }],
  ['unclaimed_payments', 'Unallocated payments', 'payments', { unclaimed: true }],
  ['parked', 'Companies that need attention', 'system'],
];
