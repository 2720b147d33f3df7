import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { BillingSummary, Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { addMonths, formatMonth } from '../../shared/text.ts';

interface Month {
  /** `2026-12`. */
  readonly period: string;
  readonly cents: number;
}

/**
 * What the twelve months before the next invoice were invoiced, from the first month with an invoice; empty without any.
 * Canceled invoices do not count, nor those that a later one carries.
 */
export function yearOf(
  invoices: readonly Invoice[],
  { next_billing_date: next }: Pick<BillingSummary, 'next_billing_date'>,
): readonly Month[] {
  const billed = invoices.filter(({ status }) => status !== 'canceled' && status !== 'carried');
  const all = Array.from({ length: 12 }, (_, index) => addMonths(next.slice(0, 7), index - 12)).map(
    (period) => ({
      period,
      of: billed.filter((invoice) => invoice.period === period),
    }),
  );
  const first = all.findIndex(({ of }) => of.length > 0);
  if (first === -1) return [];
  return all.slice(first).map(({ period, of }) => ({
    period,
    cents: sumCents(of.map(({ total_amount }) => centsFromDollars(total_amount))),
  }));
}

interface YearLineProps {
  readonly year: readonly Month[];
  readonly summary: Pick<BillingSummary, 'next_billing_date' | 'estimated_monthly_charge'>;
}

/** A line of what was invoiced each month, dashed to the estimate of the next one. */
export function YearLine({ year, summary }: YearLineProps) {
  const { palette } = useTheme();
  const { next_billing_date: next, estimated_monthly_charge: estimate } = summary;
  const months =
    estimate === null ? year : [...year, { period: next.slice(0, 7), cents: centsFromDollars(estimate) }];
  const top = Math.max(1, ...months.map(({ cents }) => cents));
  const y = (value: number) => 1 - value / top;
  const points = months.map(({ cents }, index) => `${index},${y(cents)}`);
  const past = points.slice(0, year.length);
  const textOf = ({ period, cents }: Month, index: number) =>
    `${formatMonth(period)}: ${formatDollars(cents)}${index < year.length ? '' : ' (estimated)'}`;
  const line = {
    fill: 'none',
    stroke: palette.primary.main,
    strokeWidth: 2,
    strokeLinecap: 'round',
  } as const;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`Invoiced each month. ${months.map(textOf).join(', ')}`}
      // stretched to the cell; strokes keep their width
      viewBox={`0 0 ${Math.max(1, months.length - 1)} 1`}
      preserveAspectRatio="none"
      sx={{ display: 'block', width: '100%', height: 36, my: 0.75, px: 0.5, overflow: 'visible' }}
    >
      <polygon
        points={`0,1 ${past.join(' ')} ${year.length - 1},1`}
        fill={palette.primary.main}
        fillOpacity={0.12}
      />
      <polyline points={past.join(' ')} vectorEffect="non-scaling-stroke" {...line} />
      <polyline
        points={points.slice(year.length - 1).join(' ')}
        vectorEffect="non-scaling-stroke"
        strokeDasharray="2 5"
        {...line}
      />
      {months.map((month, index) => (
        <rect key={month.period} x={index - 0.5} width={1} height={1} fill="transparent">
          <title>{textOf(month, index)}</title>
        </rect>
      ))}
    </Box>
  );
}
