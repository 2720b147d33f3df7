import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import {
  Box,
  Card,
  Link,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Skeleton,
  Typography,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import {
  type Overview,
  type OverviewBilled,
  paths,
  type ReceivableTotals,
  type Revenue,
  type TaxRateRow,
} from '@portal/contract';
import { addDays, daysBetween } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useBasename, useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useToday } from '../../shared/session/session.ts';
import { counted, dollarsText, showCount, showDate } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { HomeAlerts } from '../alerts/parts.tsx';
import { ChartSkeleton, MonthChart, type Series, shortDollars, yearBefore } from '../kit/MonthChart.tsx';
import { revenuePath, useListPath } from '../records/links.tsx';
import { useOverview } from '../records/waiting.tsx';
import { Figure, FigureGrid } from '../ui/cards.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import {
  Activity,
  LargestInvoices,
  Panel,
  PendingDealers,
  PendingMigrations,
  PendingSites,
} from './Panels.tsx';

/** Pending decisions, current figures and the newest activity. */
export default function AdminHome() {
  const { data, error, isPending, refetch } = useOverview();
  const billed = useQuery<OverviewBilled>({ queryKey: [paths.admin.overviewBilled] });
  const overdue = useQuery<readonly ReceivableTotals[]>({ queryKey: [paths.admin.receivableTotals] });
  const alerts = useQuery({ queryKey: [paths.admin.alerts] });
  // how many cards they have is known only then; what is below loads meanwhile
  const isLoading = isPending || alerts.isPending || billed.isPending || overdue.isPending;
  return (
    <>
      <PageHeading title="Admin dashboard" lead="Pending decisions and current figures." />
      {isLoading && <HomeSkeleton />}
      <Box sx={isLoading ? { display: 'none' } : CARDS}>
        <HomeAlerts />
        {data === undefined ? (
          <LoadProblem text="The figures could not be loaded." error={error} onRetry={refetch} />
        ) : (
          <Business overview={data} billed={billed.data} overdue={overdue.data ?? []} />
        )}
        <Box sx={{ ...CARDS, alignItems: 'start', gridTemplateColumns: { xs: ONE, lg: `${ONE} 360px` } }}>
          {/* on a phone, what waits comes first */}
          <Box sx={{ order: { lg: 1 } }}>{data !== undefined && <Waiting overview={data} />}</Box>
          <RevenueChart />
        </Box>
        <Box
          sx={{ ...CARDS, alignItems: 'start', gridTemplateColumns: { xs: ONE, md: `repeat(2, ${ONE})` } }}
        >
          <Box sx={CARDS}>
            <PendingDealers />
            <PendingSites />
            {(data?.waiting.migrations ?? 0) > 0 && <PendingMigrations />}
          </Box>
          <Box sx={CARDS}>
            <Panel title="Newest activity">
              <Activity />
            </Panel>
            <LargestInvoices />
          </Box>
        </Box>
      </Box>
    </>
  );
}

const ONE = 'minmax(0, 1fr)';
const CARDS = { display: 'grid', gap: 3, gridTemplateColumns: ONE };

const HomeSkeleton = () => (
  <Box role="status" aria-label="Loading" sx={CARDS}>
    {[112, 330, 320].map((height) => (
      <Skeleton key={height} variant="rounded" height={height} />
    ))}
  </Box>
);

/** A figure's change, e.g. `+3 since Nov 1`. */
const changeText = (now: number, before: number, show: (value: number) => string) =>
  now === before ? 'No change' : `${now > before ? '+' : '\u2212'}${show(Math.abs(now - before))}`;

interface BusinessProps {
  readonly overview: Overview;
  readonly billed: OverviewBilled | undefined;
  /** By mode. */
  readonly overdue: readonly ReceivableTotals[];
}

/**
 * Figures of live companies, with those of demo companies in a line below (rule B24), or of demo companies if there are no
 * others. They are compared with what the invoices of the month charge.
 */
function Business({ overview, billed, overdue }: BusinessProps) {
  const { live, demo, next_billing_date } = overview;
  const listPath = useListPath();
  const demoOnly = live.companies === 0 && demo.companies > 0;
  const of = demoOnly ? demo : live;
  const before = (demoOnly ? billed?.demo : billed?.live) ?? undefined;
  const since = billed === undefined ? '' : ` since ${showDate(`${billed.period}-01`)}`;
  const change = (now: number, was: number | undefined, show: (value: number) => string) =>
    was === undefined ? undefined : changeText(now, was, show) + since;
  const late = overdue.find(({ is_demo }) => is_demo === demoOnly);
  const older = late === undefined ? 0 : late.overdue_amount - late.days_1_30_amount;
  const companies = counted(of.companies, 'company', 'companies');
  return (
    <Box sx={{ ...CARDS, gap: 1 }}>
      <FigureGrid label="Figures" stretched>
        <Figure
          label={`Projected for ${showDate(next_billing_date)}`}
          value={dollarsText(of.projected_monthly)}
          note={change(of.projected_monthly, before?.monthly, dollarsText)}
          to={listPath('invoicing')}
        />
        <Figure
          label="Readers"
          value={showCount(of.active_readers)}
          note={change(of.active_readers, before?.active_readers, showCount)}
        />
        <Figure
          label="Active sites"
          value={showCount(of.active_sites)}
          note={change(of.active_sites, before?.active_sites, showCount)}
          to={listPath('sites', { status: 'active' })}
        />
        <Figure
          label="Overdue"
          value={dollarsText(late?.overdue_amount ?? 0)}
          note={older > 0 ? `${dollarsText(older)} for more than 30 days` : undefined}
          to={listPath('receivables', { overdue: true })}
          urgent={(late?.overdue_amount ?? 0) > 0}
        />
      </FigureGrid>
      <Muted>
        <Link
          component={RouterLink}
          to={listPath('companies', { is_demo_account: demoOnly })}
          underline="always"
        >
          {demoOnly ? `${companies}, all demo` : companies}
        </Link>
        {!demoOnly &&
          demo.companies > 0 &&
          ` · Demo: ${counted(demo.companies, 'company', 'companies')}, ${counted(demo.active_sites, 'active site')}, ${counted(demo.active_readers, 'reader')}, ${dollarsText(demo.projected_monthly)} a month`}
      </Muted>
    </Box>
  );
}

/** How long the first of a kind has waited. */
function waitedText(oldest: string | null, today: string): string | null {
  if (oldest === null) return null;
  const days = daysBetween(oldest, today);
  return days < 1 ? 'since today' : `oldest ${counted(days, 'day')}`;
}

function Waiting({ overview }: { readonly overview: Overview }) {
  const listPath = useListPath();
  const createPath = useCreatePath();
  const today = useToday();
  const systemPath = createPath({ resource: 'system', type: 'list' });
  const waiting = waitingKinds(listPath, systemPath, today).filter(([key]) => overview.waiting[key] > 0);
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
    <Panel title="To do">
      <List aria-label="Needs a decision" disablePadding dense>
        {waiting.map(([key, label, to]) => (
          <ListItem key={key} disablePadding divider>
            <ListItemButton component={RouterLink} to={to} sx={{ gap: 1.5 }}>
              <ListItemText primary={label} slotProps={{ primary: { fontWeight: 600 } }} />
              <Typography component="span" sx={{ fontWeight: 700, color: 'warning.main' }}>
                {showCount(overview.waiting[key])}
              </Typography>
              <Typography component="span" variant="body2" color="text.secondary" sx={{ minWidth: 96 }}>
                {waitedText(overview.oldest[key], today)}
              </Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Panel>
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
  ['approvals', 'Approvals', list('approvals', { status: 'waiting' })],
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
  const periods = months.map(({ period }) => period);
  const seriesOf = (label: string, color: string, name: 'issued' | 'paid' | 'demo'): Series => ({
    label,
    color,
    values: months.map((month) => month[name]),
    before: yearBefore(periods, data ?? [], (month) => month[name]),
    pathOf: (period) => revenuePath(basename, { from: period, to: period, demo: name === 'demo' }),
  });
  const series = [
    seriesOf('Invoiced', palette.secondary.main, 'issued'),
    seriesOf('Paid', palette.success.main, 'paid'),
    seriesOf('Demo', palette.text.secondary, 'demo'),
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
          months={periods}
          series={shown.length > 0 ? shown : series}
          format={dollarsText}
          formatTick={shortDollars}
          projectedFrom={projectedFrom === -1 ? months.length : projectedFrom}
        />
      )}
      {rates.length > 0 && <Muted>Invoiced and paid amounts include sales tax, projected ones do not.</Muted>}
      <Link component={RouterLink} to={`${basename}/revenue`} underline="hover" sx={{ fontWeight: 600 }}>
        Revenue by company
      </Link>
    </Card>
  );
}
