import { Box, Button, NativeSelect, Paper, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import {
  type ActivityMonth,
  MONEY_REPORT_TYPES,
  MONEY_REPORTS,
  type MoneyReportType,
  paths,
  REPORT_TYPES,
  type ReportType,
  type TaxRateRow,
} from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { LoadProblem, RowsSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { withQuery } from '../dataProvider/command.ts';
import { usePortal } from '../dataProvider/index.ts';
import { ChartSkeleton, MonthChart, type Series, yearBefore } from '../kit/MonthChart.tsx';
import { CompanyField } from '../records/companyChoice.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { MoneyReport } from './MoneyReport.tsx';
import {
  daysOf,
  daysYearBefore,
  ExportButtons,
  FilterForm,
  type Filters,
  MODES,
  type MoneyFilters,
  PAGE_SIZE,
  Pages,
  reportPath,
  useQueryParameters,
  useReport,
} from './parts.tsx';
import { LAYOUTS, ReportTable } from './ReportTable.tsx';

/** All tabs together are wider than the page. */
const GROUPS: readonly Group[] = [
  {
    label: 'Sites and companies',
    tabs: REPORT_TYPES.map((name) => ({ name, label: LAYOUTS[name].label })),
  },
  { label: 'Money', tabs: MONEY_REPORT_TYPES.map((name) => ({ name, label: MONEY_REPORTS[name] })) },
];
interface Group {
  readonly label: string;
  readonly tabs: readonly { readonly name: ReportType | MoneyReportType; readonly label: string }[];
}

/** All groups; the report of sales tax once a rate was set (rule B38), or by its address. */
function useGroups(chosen: string | null): readonly Group[] {
  const { data = [] } = useQuery<readonly TaxRateRow[]>({ queryKey: [paths.admin.taxRates] });
  const isTaxed = data.length > 0 || chosen === 'sales-tax';
  return GROUPS.map(({ label, tabs }) => ({
    label,
    tabs: tabs.filter(({ name }) => name !== 'sales-tax' || isTaxed),
  }));
}

const isOfMoney = (type: ReportType | MoneyReportType): type is MoneyReportType => type in MONEY_REPORTS;

/** Admin Reports (S2-2, I38-reports). Tab, filters and page are in the address. */
export default function ReportsPage() {
  const [query, go] = useQueryParameters();
  const groups = useGroups(query.get('tab'));
  const group = groups.find(({ tabs }) => tabs.some(({ name }) => name === query.get('tab'))) ?? groups[0];
  const tabs = group?.tabs ?? [];
  const type = tabs.find(({ name }) => name === query.get('tab'))?.name ?? 'active-sites';
  const filters: Filters = {
    companyId: query.get('company') ?? '',
    startDate: query.get('start') ?? '',
    endDate: query.get('end') ?? '',
  };
  const moneyFilters: MoneyFilters = { ...filters, mode: query.get('mode') ?? '' };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const filterBy = useCallback(
    ({ companyId, startDate, endDate, mode }: MoneyFilters) =>
      go({ company: companyId, start: startDate, end: endDate, mode, page: '' }),
    [go],
  );
  const onPage = (to: number) => go({ page: String(to) });
  return (
    <>
      <PageHeading
        title="Admin Reports"
        actions={
          <ExportButtons
            pathOf={(format) =>
              isOfMoney(type)
                ? withQuery(paths.admin.moneyReportDownload, { ...moneyFilters, type, format })
                : withQuery(paths.admin.reportDownload, { ...filters, type, format })
            }
            file={type}
          />
        }
      />
      <ReportFilters
        filters={moneyFilters}
        hasMode={isOfMoney(type)}
        ofDay={type === 'ageing'}
        onChange={filterBy}
      />
      {/* a phone has the select in place of the tabs */}
      <Paper variant="outlined" sx={{ '& .MuiTabs-root': { display: { xs: 'none', sm: 'flex' } } }}>
        <ReportChoice groups={groups} type={type} onChoose={(tab) => go({ tab, page: '' })} />
        <AddressTabs label="Reports" tabs={tabs}>
          {() => (
            <Box sx={{ p: { xs: 2, md: 3 } }}>
              {isOfMoney(type) ? (
                <MoneyReport type={type} filters={moneyFilters} page={page} onPage={onPage} />
              ) : (
                <>
                  <ActivityChart shows={LAYOUTS[type].chart} filters={filters} />
                  <Report type={type} filters={filters} page={page} onPage={onPage} />
                </>
              )}
            </Box>
          )}
        </AddressTabs>
      </Paper>
    </>
  );
}

interface ReportChoiceProps {
  readonly groups: readonly Group[];
  readonly type: string;
  readonly onChoose: (type: string) => void;
}

/** The groups of reports, each of which opens with its first one; on a phone a select of all reports. */
const ReportChoice = ({ groups, type, onChoose }: ReportChoiceProps) => (
  <>
    <Box
      role="group"
      aria-label="Kinds of reports"
      sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1, px: 2, pt: 1.5 }}
    >
      {groups.map(({ label, tabs }) => {
        const isOpen = tabs.some(({ name }) => name === type);
        return (
          <Button
            key={label}
            aria-pressed={isOpen}
            variant={isOpen ? 'outlined' : 'text'}
            onClick={() => onChoose(isOpen ? type : (tabs[0]?.name ?? ''))}
          >
            {label}
          </Button>
        );
      })}
    </Box>
    <Box sx={{ display: { sm: 'none' }, p: 2, pb: 0 }}>
      <NativeSelect
        fullWidth
        value={type}
        onChange={({ target }) => onChoose(target.value)}
        inputProps={{ 'aria-label': 'Report' }}
      >
        {groups.map(({ label, tabs }) => (
          <optgroup key={label} label={label}>
            {tabs.map((tab) => (
              <option key={tab.name} value={tab.name}>
                {tab.label}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </Box>
  </>
);

interface ReportProps {
  readonly type: ReportType;
  readonly filters: Filters;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A page of a report. A failed read shows a message and no rows. */
function Report({ type, filters, page, onPage }: ReportProps) {
  const { rows, total, isPending, error, refetch } = useReport(type, filters, page);
  const pages = Math.ceil(total / PAGE_SIZE);
  const isBeyond = rows.length === 0 && pages > 0 && page > pages;
  useEffect(() => {
    if (isBeyond) onPage(pages);
  }, [isBeyond, pages, onPage]);
  return (
    <Box sx={{ mt: 2 }}>
      {error !== null && (
        <LoadProblem text="The report could not be loaded." error={error} onRetry={refetch} />
      )}
      {isPending && <RowsSkeleton rows={10} height={32} />}
      {rows.length > 0 && <ReportTable type={type} rows={rows} />}
      {rows.length === 0 && !isPending && !isBeyond && (
        <Typography color="text.secondary" sx={{ py: 3, textAlign: 'center' }} role="status">
          No data found for the selected filters.
        </Typography>
      )}
      <Pages page={page} pages={pages} onPage={onPage} label="Pages of the report" />
    </Box>
  );
}

interface ReportFiltersProps {
  readonly filters: MoneyFilters;
  /** Whether the report is of one mode. */
  readonly hasMode: boolean;
  /** Whether it is of the end of one day. */
  readonly ofDay: boolean;
  readonly onChange: (filters: MoneyFilters) => void;
}

/** Company, Start Date, End Date (S2-2-reports), and the mode of a report of money. */
const ReportFilters = ({ filters, hasMode, ofDay, onChange }: ReportFiltersProps) => (
  <FilterForm<MoneyFilters>
    filters={filters}
    columns={['2fr', ...(ofDay ? [] : ['1fr']), '1fr', ...(hasMode ? ['1fr'] : [])].join(' ')}
    onChange={onChange}
  >
    <CompanyField name="companyId" label="Company" blank="All" />
    {!ofDay && <Field name="startDate" label="Start Date" type="date" />}
    <Field name="endDate" label={ofDay ? 'As of' : 'End Date'} type="date" />
    {hasMode && <Field name="mode" label="Mode" options={MODES} blank="Live, if any" />}
  </FilterForm>
);

interface ActivityChartProps {
  readonly shows: 'active' | 'changes';
  readonly filters: Filters;
}

const PAIR = { display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 1fr' } };

/** Active sites and readers by month, or additions and deactivations. */
function ActivityChart({ shows, filters }: ActivityChartProps) {
  const { palette } = useTheme();
  const portal = usePortal();
  const { data, isPending } = useQuery({
    queryKey: [paths.admin.activityByMonth, filters],
    queryFn: () => portal.activityByMonth(filters),
  });
  const months = Array.isArray(data) ? data.map(({ period }) => period) : [];
  const yearAgo = { ...filters, ...daysYearBefore(months) };
  const before = useQuery({
    queryKey: [paths.admin.activityByMonth, yearAgo],
    queryFn: () => portal.activityByMonth(yearAgo),
    enabled: months.length > 0,
  });
  if (isPending) {
    if (shows === 'changes') return <ChartSkeleton />;
    return (
      <Box sx={PAIR}>
        <ChartSkeleton />
        <ChartSkeleton />
      </Box>
    );
  }
  if (!Array.isArray(data) || data.length === 0) return null;
  const series = (
    [label, color]: readonly [string, string],
    name: Exclude<keyof ActivityMonth, 'period'>,
    pathOf: (days: ReturnType<typeof daysOf>) => string,
  ): Series => ({
    label,
    color,
    values: data.map((month) => month[name]),
    before: yearBefore(months, before.data ?? [], (month) => month[name]),
    pathOf: (period) => pathOf(daysOf(period)),
  });
  // those of a day count whatever was active then
  const activePath = ({ endDate }: ReturnType<typeof daysOf>) =>
    reportPath('active-sites', { ...filters, startDate: '', endDate });
  const changesPath =
    (tab: ReportType) =>
    ({ startDate, endDate }: ReturnType<typeof daysOf>) =>
      reportPath(tab, {
        ...filters,
        startDate: startDate < filters.startDate ? filters.startDate : startDate,
        endDate: filters.endDate !== '' && filters.endDate < endDate ? filters.endDate : endDate,
      });
  if (shows === 'changes') {
    return (
      <MonthChart
        title="Additions and deactivations by month"
        months={months}
        series={[
          series(['Additions', palette.success.main], 'additions', changesPath('site-additions')),
          series(['Deactivations', palette.error.main], 'deactivations', changesPath('site-deactivations')),
        ]}
      />
    );
  }
  // separate scales: a site has many readers
  return (
    <Box sx={PAIR}>
      <MonthChart
        title="Active sites by month"
        months={months}
        series={[series(['Active sites', palette.primary.main], 'active_sites', activePath)]}
      />
      <MonthChart
        title="Active readers by month"
        months={months}
        series={[series(['Active readers', palette.secondary.main], 'readers', activePath)]}
      />
    </Box>
  );
}
