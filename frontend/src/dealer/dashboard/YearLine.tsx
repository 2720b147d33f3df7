import { Box, useTheme } from '@mui/material';
import type { BillingSummary, Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { Fragment } from 'react';
import { ChartFrame } from '../../parts/chart/ChartFrame.tsx';
import { addMonths, formatMonth } from '../../shared/text.ts';

interface Month {
  /** `2026-12`. */
  readonly period: string;
  readonly cents: number;
  /** The records behind it. */
  readonly to?: string | undefined;
}

/** A month of invoices; canceled ones do not count, nor those that a later one carries. */
function monthOf(period: string, invoices: readonly Invoice[]): Month {
  const of = invoices.filter(
    (one) => one.period === period && one.status !== 'canceled' && one.status !== 'carried',
  );
  const [only, another] = of;
  return {
    period,
    cents: sumCents(of.map(({ total_amount }) => centsFromDollars(total_amount))),
    to:
      only !== undefined && another === undefined
        ? `/invoicing/${encodeURIComponent(only.id)}`
        : only && `/invoicing?q=${encodeURIComponent(formatMonth(period))}`,
  };
}

/** What the twelve months before the next invoice were invoiced, from the first month with an invoice; empty without any. */
export function yearOf(
  invoices: readonly Invoice[],
  { next_billing_date: next }: Pick<BillingSummary, 'next_billing_date'>,
): readonly Month[] {
  const all = Array.from({ length: 12 }, (_, index) =>
    monthOf(addMonths(next.slice(0, 7), index - 12), invoices),
  );
  const first = all.findIndex(({ to }) => to !== undefined);
  return first === -1 ? [] : all.slice(first);
}

interface YearLineProps {
  readonly year: readonly Month[];
  /** All, of which the year before is compared. */
  readonly invoices: readonly Invoice[];
  readonly summary: Pick<BillingSummary, 'next_billing_date' | 'estimated_monthly_charge'>;
}

/** A line of what was invoiced each month, dashed to the estimate of the next one. */
export function YearLine({ year, invoices, summary }: YearLineProps) {
  const { palette } = useTheme();
  const { next_billing_date: next, estimated_monthly_charge: estimate } = summary;
  const months: readonly Month[] =
    estimate === null ? year : [...year, { period: next.slice(0, 7), cents: centsFromDollars(estimate) }];
  const top = Math.max(1, ...months.map(({ cents }) => cents));
  const y = (value: number) => 1 - value / top;
  const points = months.map(({ cents }, index) => `${index},${y(cents)}`);
  const past = points.slice(0, year.length);
  const line = {
    fill: 'none',
    stroke: palette.primary.main,
    strokeWidth: 2,
    strokeLinecap: 'round',
  } as const;
  return (
    <ChartFrame
      label="Invoiced each month"
      months={months.map(({ period }) => period)}
      format={formatDollars}
      expected={{ from: year.length, word: 'projected' }}
      valuesOf={(index) => {
        const { period = '', cents = 0, to } = months[index] ?? {};
        const before = monthOf(addMonths(period, -12), invoices);
        return [
          {
            label: 'Invoiced',
            color: palette.primary.main,
            value: cents,
            before: before.to === undefined ? undefined : before.cents,
            to,
          },
        ];
      }}
    >
      {({ shown, areasOf }) => (
        <Box
          component="svg"
          aria-hidden
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
          {shown && (
            // a dot: a line without length, with round ends
            <path
              d={`M${points[shown.month]}h0`}
              vectorEffect="non-scaling-stroke"
              {...line}
              strokeWidth={10}
            />
          )}
          {months.map(({ period }, index) => (
            <Fragment key={period}>
              {areasOf(index, [{ x: index - 0.5, width: 1 }], { y: 0, height: 1 })}
            </Fragment>
          ))}
        </Box>
      )}
    </ChartFrame>
  );
}
