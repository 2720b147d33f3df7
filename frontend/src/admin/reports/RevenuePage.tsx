import { Box, Link, Paper, TableRow } from '@mui/material';
import { purple } from '@mui/material/colors';
import { useTheme } from '@mui/material/styles';
import { paths, type RevenueReport, type RevenueSums } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Field } from '../../shared/form/Field.tsx';
import { addMonths, dollarsText, formatMonth, showCount } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { withQuery } from '../dataProvider/command.ts';
import { usePortal } from '../dataProvider/index.ts';
import { MonthChart, shortDollars, yearBefore } from '../kit/MonthChart.tsx';
import { AmountCell, Cell, FigureTable, RowName, TOTAL_ROW } from '../kit/parts.tsx';
import { CompanyField } from '../records/companyChoice.tsx';
import { PageLink, RecordLink, revenuePath, useListPath } from '../records/links.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ExportButtons, FilterForm, useQueryParameters } from './parts.tsx';

const MODES = [
  { value: 'false', label: 'Live' },
  { value: 'true', label: 'Demo' },
] as const;

/** As the report counts invoices. */
const NOT_CANCELED = ['pending', 'paid', 'carried', 'written_off'];

type Filters = Readonly<Record<'from' | 'to' | 'companyId' | 'demo', string>>;

/** Revenue by month and company. The filters are in the address; the server chooses what is missing. */
export default function RevenuePage() {
  const [query, go] = useQueryParameters();
  const filters: Filters = {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    companyId: query.get('company') ?? '',
    demo: query.get('demo') ?? '',
  };
  const portal = usePortal();
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.revenueReport, filters],
    queryFn: () => portal.revenueReport(filters),
    placeholderData: keepPreviousData,
  });
  const filterBy = useCallback(
    ({ companyId, ...others }: Filters) => go({ ...others, company: companyId }),
    [go],
  );
  return (
    <>
      <PageHeading
        title="Revenue"
        lead="What the invoices and orders of each month came to, by company."
        actions={
          <ExportButtons
            pathOf={(format) => withQuery(paths.admin.revenueDownload, { ...filters, format })}
            file="revenue"
          />
        }
      />
      <FilterForm<Filters>
        filters={filters}
        values={{
          ...filters,
          from: filters.from || (data?.from ?? ''),
          to: filters.to || (data?.to ?? ''),
          demo: filters.demo || String(data?.demo ?? false),
        }}
        columns="2fr 1fr 1fr 1fr"
        onChange={filterBy}
      >
        <CompanyField name="companyId" label="Company" blank="All" />
        <Field name="from" label="First month" type="month" />
        <Field name="to" label="Last month" type="month" />
        {/* rule B24 */}
        <Field name="demo" label="Mode" options={MODES} blank={null} />
      </FilterForm>
      {error !== null && (
        <LoadProblem text="The revenue could not be loaded." error={error} onRetry={refetch} />
      )}
      {data !== undefined && error === null && <Report report={data} companyId={filters.companyId} />}
    </>
  );
}

interface ReportProps {
  readonly report: RevenueReport;
  /** Of one company; blank for all. */
  readonly companyId: string;
}

function Report({ report, companyId }: ReportProps) {
  const { palette } = useTheme();
  const portal = usePortal();
  const basename = useBasename();
  const listPath = useListPath();
  const { from, to, total, companies, months, demo } = report;
  const range = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`;
  const periods = months.map(({ period }) => period);
  const yearAgo: Filters = {
    from: addMonths(periods[0] ?? from, -12),
    to: addMonths(to, -12),
    companyId,
    demo: String(demo),
  };
  const before = useQuery({
    queryKey: [paths.admin.revenueReport, yearAgo],
    queryFn: () => portal.revenueReport(yearAgo),
  });
  const invoicesPath = (period: string, accountId: string) =>
    listPath('invoices', {
      period,
      ...(accountId !== '' && { account_id: accountId }),
      is_demo: demo,
      status: NOT_CANCELED,
    });
  const seriesOf = (label: string, color: string, name: 'invoiced' | 'paid' | 'open' | 'orders') => ({
    label,
    color,
    values: months.map((month) => Math.max(0, month[name])),
    before: yearBefore(periods, before.data?.months ?? [], (month) => month[name]),
    pathOf: (period: string) => revenuePath(basename, { from: period, to: period, company: companyId, demo }),
  });
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {/* the chart's hidden table is wider than a phone */}
      <Paper variant="outlined" sx={{ p: 2, position: 'relative', overflow: 'hidden' }}>
        <MonthChart
          title="Revenue by month"
          months={periods}
          series={[
            seriesOf('Invoiced', palette.secondary.main, 'invoiced'),
            seriesOf('Paid', palette.success.main, 'paid'),
            seriesOf('Open', palette.warning.main, 'open'),
            // the theme's blue is that of 'Invoiced'
            seriesOf('Orders', purple[palette.mode === 'dark' ? 200 : 700], 'orders'),
          ]}
          format={dollarsText}
          formatTick={shortDollars}
        />
      </Paper>
      <SumsTable
        title="By month"
        first="Month"
        rows={months
          .map(({ period, ...sums }) => ({
            ...sums,
            key: period,
            name: <MonthLink period={period} />,
            invoicesTo: invoicesPath(period, companyId),
          }))
          .reverse()}
      />
      <SumsTable
        title={`By company, ${range}`}
        first="Company"
        rows={companies.map(({ account, ...sums }) => ({
          ...sums,
          key: account.id,
          ...(from === to && { invoicesTo: invoicesPath(from, account.id) }),
          name: <RecordLink resource="companies" id={account.id} text={account.company_name} />,
        }))}
        total={total}
      />
      <Muted>
        Invoiced is Paid, Refunded, Credit used, Written off and Open together. A month has the invoices
        billed for it, without canceled ones. Paid is what was received and kept, whenever it came. Credit
        used is account credit of earlier invoices. Credit given is account credit from corrections and
        overpayments. Orders is what was paid for orders in the month, less what was refunded or taken back by
        banks in it.
        {total.sales_tax !== undefined && ' Sales tax is in Invoiced and Orders, and is no revenue.'}
      </Muted>
    </Box>
  );
}

/** The revenue of one month, for the company and mode shown. */
function MonthLink({ period }: { readonly period: string }) {
  const [query] = useQueryParameters();
  const basename = useBasename();
  const to = new URLSearchParams(query);
  to.set('from', period);
  to.set('to', period);
  return <PageLink to={`${basename}/revenue?${to}`} text={formatMonth(period)} />;
}

const AMOUNTS = [
  ['invoiced', 'Invoiced'],
  ['paid', 'Paid'],
  ['refunded', 'Refunded'],
  ['credit_used', 'Credit used'],
  ['written_off', 'Written off'],
  ['open', 'Open'],
  ['credit_given', 'Credit given'],
  ['orders', 'Orders'],
] as const;

/** Usually 0, which reads as a dash. */
const RARE: readonly (keyof RevenueSums)[] = [
  'refunded',
  'credit_used',
  'written_off',
  'credit_given',
  'orders',
];

interface SumsTableProps {
  readonly title: string;
  /** Header of the names. */
  readonly first: string;
  readonly rows: readonly (RevenueSums & {
    readonly key: string;
    readonly name: ReactNode;
    /** The list of the invoices. */
    readonly invoicesTo?: string;
  })[];
  readonly total?: RevenueSums;
}

function SumsTable({ title, first, rows, total }: SumsTableProps) {
  const isTaxed = rows.some(({ sales_tax: tax }) => tax !== undefined);
  return (
    <FigureTable
      title={title}
      columns={[
        first,
        { figure: 'Invoices' },
        ...AMOUNTS.map(([, label]) => ({ figure: label })),
        ...(isTaxed ? [{ figure: 'Sales tax' }] : []),
      ]}
      empty={rows.length === 0 ? 'No invoices or orders for these filters.' : undefined}
    >
      {rows.map(({ key, name, invoicesTo, ...sums }) => (
        <TableRow key={key} hover>
          <RowName sx={{ overflowWrap: 'anywhere', minWidth: 140 }}>{name}</RowName>
          <SumCells sums={sums} isTaxed={isTaxed} invoicesTo={invoicesTo} />
        </TableRow>
      ))}
      {total !== undefined && (
        <TableRow sx={TOTAL_ROW}>
          <RowName>Total</RowName>
          <SumCells sums={total} isTaxed={isTaxed} />
        </TableRow>
      )}
    </FigureTable>
  );
}

interface SumCellsProps {
  readonly sums: RevenueSums;
  readonly isTaxed: boolean;
  readonly invoicesTo?: string | undefined;
}

function SumCells({ sums, isTaxed, invoicesTo }: SumCellsProps) {
  const count = showCount(sums.invoices);
  return (
    <>
      <Cell figure="Invoices">
        {invoicesTo === undefined || sums.invoices === 0 ? (
          count
        ) : (
          <Link
            component={RouterLink}
            to={invoicesTo}
            underline="hover"
            sx={{ display: 'inline-block', p: 0.5 }}
          >
            {count}
          </Link>
        )}
      </Cell>
      {AMOUNTS.map(([name, label]) => (
        <AmountCell key={name} label={label} amount={sums[name]} zero={!RARE.includes(name)} />
      ))}
      {isTaxed && <AmountCell label="Sales tax" amount={sums.sales_tax ?? 0} zero={false} />}
    </>
  );
}
