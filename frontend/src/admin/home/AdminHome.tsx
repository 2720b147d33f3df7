import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, Skeleton, Typography } from '@mui/material';
import type { Overview } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { lazy, type ReactNode, Suspense } from 'react';
import { dollarsText, showCount, showDate, today } from '../../shared/text.ts';
import { HomeAlerts } from '../alerts/index.ts';
import { PageHeading } from '../kit/PageHeading.tsx';
import { useListPath } from '../records/links.tsx';
import { useOverview } from '../records/overview.ts';
import { Figure, FigureGrid } from './Figures.tsx';
import { Panel } from './Panel.tsx';
import { LargestInvoices, PendingDealers, PendingMigrations, PendingSites } from './Pending.tsx';

const RevenueChart = lazy(() => import('./RevenueChart.tsx'));
const Activity = lazy(() => import('./Activity.tsx'));

/** Pending decisions, current figures and the newest activity. */
export function AdminHome() {
  const { data } = useOverview();
  return (
    <>
      <PageHeading title="Admin dashboard" lead="Pending decisions and current figures." />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Suspense fallback={null}>
          <HomeAlerts />
        </Suspense>
        <Waiting />
        <Business />
        <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
          <RevenueChart />
        </Suspense>
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Column>
            <PendingDealers />
            <PendingSites />
            {(data?.waiting.migrations ?? 0) > 0 && <PendingMigrations />}
            <LargestInvoices />
          </Column>
          <Panel title="Newest activity">
            <Suspense fallback={<Skeleton variant="rounded" height={240} sx={{ m: 2 }} />}>
              <Activity />
            </Suspense>
          </Panel>
        </Box>
      </Box>
    </>
  );
}

function Column({ children }: { readonly children: ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>;
}

/** Figures of live companies, with those of demo companies below (rule B24); those of demo companies if there are no others. */
function Business() {
  const { data } = useOverview();
  const listPath = useListPath();
  const demoOnly = data !== undefined && data.live.companies === 0 && data.demo.companies > 0;
  const figure = (name: keyof Overview['live'], show: (value: number) => string) => {
    if (data === undefined) return { value: undefined };
    const demo = show(data.demo[name]);
    return demoOnly ? { value: demo, note: 'Demo' } : { value: show(data.live[name]), note: `Demo: ${demo}` };
  };
  return (
    <FigureGrid label="Figures">
      <Figure
        label="Active sites"
        {...figure('active_sites', showCount)}
        to={listPath('sites', { status: 'active' })}
      />
      <Figure label="Readers" {...figure('active_readers', showCount)} />
      <Figure
        label={`Projected for ${data === undefined ? 'next month' : showDate(data.next_billing_date)}`}
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
function Waiting() {
  const { data } = useOverview();
  const listPath = useListPath();
  if (data === undefined) {
    return (
      <FigureGrid label="Needs a decision">
        <Figure label="Pending dealers" value={undefined} />
        <Figure label="Pending sites" value={undefined} />
      </FigureGrid>
    );
  }
  const waiting = waitingKinds().filter(([key]) => data.waiting[key] > 0);
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
          value={showCount(data.waiting[key])}
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
