import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, Link, Skeleton, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type Overview, paths, type Revenue, type TaxRateRow } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useBasename, useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useToday } from '../../shared/session/session.ts';
import { dollarsText, showCount, showDate } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { HomeAlerts } from '../alerts/parts.tsx';
import { ChartSkeleton, MonthChart, shortDollars } from '../kit/MonthChart.tsx';
import { useListPath } from '../records/links.tsx';
import { useOverview } from '../records/waiting.tsx';
import { Figure, FigureGrid } from '../ui/cards.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Activity } from './Activity.tsx';
import { Panel } from './Panel.tsx';
import { LargestInvoices, PendingDealers, PendingMigrations, PendingSites } from './Pending.tsx';

/** Pending decisions, current figures and the newest activity. */
export function AdminHome() {
  const { data, error, isPending, refetch } = useOverview();
  const alerts = useQuery({ queryKey: [paths.admin.alerts] });
  // how many cards they have is known only then; what is below loads meanwhile
  const isLoading = isPending || alerts.isPending;
  return (
    <>
      <PageHeading title="Admin dashboard" lead="Pending decisions and current figures." />
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
            <Activity />
          </Panel>
        </Box>
      </Box>
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
    <FigureGrid label="Figures" stretched>
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
  const createPath = useCreatePath();
  const systemPath = createPath({ resource: 'system', type: 'list' });
  const waiting = waitingKinds(listPath, systemPath, useToday()).filter(([key]) => overview.waiting[key] > 0);
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
      {waiting.map(([key, label, to]) => (
        <Figure key={key} label={label} value={showCount(overview.waiting[key])} to={to} urgent />
      ))}
    </FigureGrid>
  );
}

/** The overview counts failed payments of these days. */
const DAYS_OF_FAILED_PAYMENTS = 7;

/** What can wait for an administrator: its count, label and page. */
const waitingKinds = (
  list: ReturnType<typeof useListPath>,
  systemPath: string,
  today: string,
): readonly (readonly [keyof Overview['waiting'], string, string])[] => [
  ['dealers', 'Pending dealers', list('users', { is_approved: false })],
  ['sites', 'Pending sites', list('sites', { status: 'pending' })],
  ['migrations', 'Pending migrations', list('migrations', { status: 'pending' })],
  ['reader_changes', 'Reader requests', list('sites', { reader_change_requested: true })],
  ['questions', 'Open questions', list('disputes', { status: 'open' })],
  ['messages', 'Open messages', list('contacts', { status: 'open' })],
  ['overdue_invoices', 'Overdue invoices', list('invoices', { is_overdue: true })],
  [
    'failed_payments',
    'Failed payments',
    list('payments', {
      status: ['declined', 'failed'],
      created_at_gte: addDays(today, -DAYS_OF_FAILED_PAYMENTS),
    }),
  ],
  ['disputes', 'Disputed payments', list('payments', { status: 'disputed' })],
  ['failed_refunds', 'Failed refunds', list('payments', { refund_failed: true })],
  ['unclaimed_payments', 'Unallocated payments', list('payments', { unclaimed: true })],
  ['parked', 'Companies that need attention', systemPath],
];

/** As many months as are legible on a phone. */
const MONTHS = 15;

/** Revenue by month: invoiced, paid and projected; demo companies apart. */
function RevenueChart() {
  const { palette } = useTheme();
  const basename = useBasename();
  const { data, isPending } = useQuery<Revenue>({ queryKey: [paths.admin.revenue] });
  const rates = useQuery<readonly TaxRateRow[]>({ queryKey: [paths.admin.taxRates] }).data ?? [];
  const months = data?.slice(-MONTHS) ?? [];
  if (months.length === 0 && !isPending) return null;
  const projectedFrom = months.findIndex(({ projected }) => projected);
  const series = [
    { label: 'Invoiced', color: palette.secondary.main, values: months.map(({ issued }) => issued) },
    { label: 'Paid', color: palette.success.main, values: months.map(({ paid }) => paid) },
    { label: 'Demo', color: palette.text.secondary, values: months.map(({ demo }) => demo) },
  ];
  const shown = series.filter(({ values }) => values.some((one) => one > 0));
  return (
    // the chart's hidden table is wider than a phone
    <Card variant="outlined" sx={{ p: 2, position: 'relative', overflow: 'hidden' }}>
      {isPending ? (
        <ChartSkeleton />
      ) : (
        <MonthChart
          title="Revenue by month"
          months={months.map(({ period }) => period)}
          series={shown.length > 0 ? shown : series}
          format={dollarsText}
          formatTick={shortDollars}
          projectedFrom={projectedFrom === -1 ? months.length : projectedFrom}
        />
      )}
      {rates.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          Invoiced and paid amounts include sales tax, projected ones do not.
        </Typography>
      )}
      <Link component={RouterLink} to={`${basename}/revenue`} underline="hover" sx={{ fontWeight: 600 }}>
        Revenue by company
      </Link>
    </Card>
  );
}
