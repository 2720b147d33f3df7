import { Box, TableCell, TableRow, useMediaQuery } from '@mui/material';
import { type Theme, useTheme } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import type { MoneyColumn, MoneyReportType, MoneyRow } from '@portal/contract';
import { MONEY_REPORTS, paths } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { dollarsText, formatMonth, NONE, showCount, showDate } from '../../shared/text.ts';
import { LoadProblem, RowsSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { MonthChart, shortDollars, yearBefore } from '../kit/MonthChart.tsx';
import { AmountCell, FigureTable, RowName, TOTAL_ROW } from '../kit/parts.tsx';
import { RecordLink } from '../records/links.tsx';
import { daysOf, daysYearBefore, type MoneyFilters, Pages, reportPath } from './parts.tsx';

/** As many months as a report has at most. */
const PAGE_SIZE = 60;

interface MoneyReportProps {
  readonly type: MoneyReportType;
  readonly filters: MoneyFilters;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A report of money. Its columns, rows and total come from the server, so that the files show the same. */
export function MoneyReport({ type, filters, page, onPage }: MoneyReportProps) {
  const portal = usePortal();
  const first = (page - 1) * PAGE_SIZE;
  const isNarrow = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.between('sm', 'xl'));
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [paths.admin.moneyReport(type), filters, page],
    queryFn: () => portal.moneyReport(type, filters, [first, first + PAGE_SIZE - 1]),
    placeholderData: (before, query) =>
      query?.queryKey[0] === paths.admin.moneyReport(type) ? keepPreviousData(before) : undefined,
  });
  if (error !== null) {
    return <LoadProblem text="The report could not be loaded." error={error} onRetry={refetch} />;
  }
  if (isPending) return <RowsSkeleton rows={10} height={32} />;
  const { rows, total, count, note, scope, mode } = data;
  // a column of texts without any would only make the others narrow
  const filled = data.columns.filter(
    (column) => isFigure(column) || rows.length === 0 || rows.some((row) => (row[column.name] ?? '') !== ''),
  );
  const below = isNarrow ? filled.filter(isRemark) : [];
  const columns = filled.filter((column) => !below.includes(column));
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {type === 'recurring-revenue' && <RecurringChart rows={rows} filters={{ ...filters, mode }} />}
      <FigureTable
        title={`${MONEY_REPORTS[type]}, ${scope}${mode === 'demo' ? ', demo' : ''}`}
        {...(below.length > 0 && { isDense: true })}
        columns={columns.map((column) => (isFigure(column) ? { figure: column.label } : column.label))}
        empty={rows.length === 0 ? 'No data found for the selected filters.' : undefined}
        after={
          <Box sx={{ pb: 2 }}>
            <Pages
              page={page}
              pages={Math.ceil(count / PAGE_SIZE)}
              onPage={onPage}
              label="Pages of the report"
            />
          </Box>
        }
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, a page is replaced whole
          <Row key={index} columns={columns} below={below} row={row} />
        ))}
        {total !== null && rows.length > 0 && (
          <TableRow sx={TOTAL_ROW}>
            {columns.map((column, place) =>
              place === 0 ? (
                <RowName key={column.name}>Total</RowName>
              ) : isFigure(column) ? (
                <Cell key={column.name} column={column} row={total} />
              ) : (
                <TableCell key={column.name} data-none />
              ),
            )}
          </TableRow>
        )}
      </FigureTable>
      <Muted>{note}</Muted>
    </Box>
  );
}

/** Words stay whole beside other columns: the table scrolls. Days, months and numbers of invoices stay in a line. */
const wrapOf = ({ kind }: MoneyColumn) => ({
  overflowWrap: { xs: 'anywhere', sm: 'break-word' },
  ...(['day', 'month', 'invoices'].includes(kind) && { whiteSpace: 'nowrap' }),
});

const isFigure = ({ kind }: MoneyColumn) => kind === 'money' || kind === 'count';

/** Why and by whom: beside four amounts these would take two to five lines of a row. */
const isRemark = ({ name }: MoneyColumn) => name === 'reason' || name === 'by';

interface RowProps {
  readonly columns: readonly MoneyColumn[];
  /** Columns whose values stand in a line below the others. */
  readonly below: readonly MoneyColumn[];
  readonly row: MoneyRow;
}

function Row({ columns, below, row }: RowProps) {
  const remarks = below.filter(({ name }) => (row[name] ?? '') !== '');
  const cells = (
    <TableRow hover sx={remarks.length > 0 ? { '&& > *': { borderBottom: 0, pb: 0 } } : undefined}>
      {columns.map((column, place) =>
        place === 0 ? (
          <RowName key={column.name} sx={wrapOf(column)}>
            <Value column={column} row={row} />
          </RowName>
        ) : (
          <Cell key={column.name} column={column} row={row} />
        ),
      )}
    </TableRow>
  );
  if (remarks.length === 0) return cells;
  return (
    <>
      {cells}
      <TableRow>
        <TableCell />
        <TableCell colSpan={columns.length - 1} sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {remarks.map((column, place) => (
            <Fragment key={column.name}>
              {place > 0 && ' · '}
              <span style={visuallyHidden}>{column.label}: </span>
              <Value column={column} row={row} />
            </Fragment>
          ))}
        </TableCell>
      </TableRow>
    </>
  );
}

interface CellProps {
  readonly column: MoneyColumn;
  readonly row: MoneyRow;
}

function Cell({ column, row }: CellProps) {
  const { name, label, kind } = column;
  const value = row[name] ?? null;
  if (kind === 'money' && value !== null) return <AmountCell label={label} amount={Number(value)} />;
  return (
    <TableCell
      align={isFigure(column) ? 'right' : 'left'}
      data-label={label}
      data-none={value === null || value === '' || undefined}
      sx={wrapOf(column)}
    >
      <Value column={column} row={row} />
    </TableCell>
  );
}

function Value({ column: { name, kind }, row }: CellProps) {
  const value: MoneyRow[string] = row[name] ?? null;
  if (value === null || value === '') return NONE;
  if (typeof value === 'object') return <RecordLink resource={kind} id={value.id} text={value.name} />;
  if (kind === 'day' || kind === 'month') {
    const text = String(value);
    return text.length === 7 ? formatMonth(text) : showDate(text);
  }
  if (kind === 'money') return dollarsText(Number(value));
  if (kind === 'count') return showCount(Number(value));
  return value;
}

interface RecurringChartProps {
  readonly rows: readonly MoneyRow[];
  /** With the mode shown. */
  readonly filters: MoneyFilters;
}

function RecurringChart({ rows, filters }: RecurringChartProps) {
  const { palette } = useTheme();
  const portal = usePortal();
  const closings = rows
    .map(({ period, closing }) => ({ period: String(period), closing: Number(closing) }))
    .reverse();
  const months = closings.map(({ period }) => period);
  const yearAgo = { ...filters, ...daysYearBefore(months) };
  const before = useQuery({
    queryKey: [paths.admin.moneyReport('recurring-revenue'), yearAgo, 1],
    queryFn: () => portal.moneyReport('recurring-revenue', yearAgo, [0, PAGE_SIZE - 1]),
    enabled: months.length > 0,
  });
  if (months.length === 0) return null;
  const read = (before.data?.rows ?? []).map(({ period, closing }) => ({
    period: String(period),
    closing: Number(closing),
  }));
  return (
    // the chart's hidden table is wider than a phone
    <Box sx={{ position: 'relative', overflow: 'hidden' }}>
      <MonthChart
        title="Monthly recurring revenue at the end of each month"
        months={months}
        series={[
          {
            label: 'Recurring revenue',
            color: palette.primary.main,
            values: closings.map(({ closing }) => closing),
            before: yearBefore(months, read, ({ closing }) => closing),
            pathOf: (period) => reportPath('recurring-companies', { ...filters, ...daysOf(period) }),
          },
        ]}
        format={dollarsText}
        formatTick={shortDollars}
      />
    </Box>
  );
}
