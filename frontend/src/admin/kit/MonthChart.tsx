import { Box, Skeleton, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useRef, useState } from 'react';
import { ChartFrame, shortMonth } from '../../parts/chart/ChartFrame.tsx';
import { addMonths } from '../../shared/text.ts';

/** One value per month of the chart, never below 0. */
export interface Series {
  readonly label: string;
  readonly color: string;
  readonly values: readonly number[];
  /** Those of the same months a year earlier; undefined where they are unknown. */
  readonly before?: readonly (number | undefined)[];
  /** The address of the records behind the value of a month like `2026-12`. */
  readonly pathOf?: (period: string) => string;
}

interface MonthChartProps {
  readonly title: string;
  /** `2026-12`, ascending. */
  readonly months: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value; whole numbers by default. */
  readonly format?: (value: number) => string;
  /** Formats a tick, shorter than a value. */
  readonly formatTick?: (value: number) => string;
  /** Index of the first month that is projected, drawn hollow; none by default. */
  readonly projectedFrom?: number;
}

/** Until the chart has measured its own. */
const WIDTH = 640;
const HEIGHT = 240;
/** Of the title in one line and its margin. */
const TITLE = 31;
const AREA = { left: 48, right: 8, top: 12, bottom: 44 };
/** A label's room, in pixels. */
const LABEL = 40;

/** Where a chart comes. */
export const ChartSkeleton = () => (
  <Skeleton variant="rounded" height={TITLE + HEIGHT} role="status" aria-label="Loading" />
);

/** A bar chart by month in SVG, also as a hidden table for screen readers; nothing where all values are 0. */
export function MonthChart(props: MonthChartProps) {
  const isEmpty = props.series.every(({ values }) => values.every((value) => value === 0));
  return isEmpty ? null : <Chart {...props} />;
}

function Chart({
  title,
  months,
  series,
  format = (value) => value.toLocaleString('en-US'),
  formatTick = format,
  projectedFrom = months.length,
}: MonthChartProps) {
  const { palette } = useTheme();
  const [frame, wide] = useWidth();
  const highest = Math.max(0, ...series.flatMap(({ values }) => values));
  const ticks = ticksOf(highest);
  const top = ticks.at(-1) ?? 1;
  const inner = { width: wide - AREA.left - AREA.right, height: HEIGHT - AREA.top - AREA.bottom };
  const y = (value: number) => AREA.top + inner.height - (value / top) * inner.height;
  const step = inner.width / Math.max(1, months.length);
  // as many labels as fit
  const every = Math.max(1, Math.ceil(LABEL / step));
  const bars = months.map((_, index) => barsOf(AREA.left + index * step, step, series.length));
  const hasProjected = projectedFrom < months.length;
  return (
    <Box component="figure" ref={frame} sx={{ m: 0 }}>
      <Box
        component="figcaption"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 }}
      >
        <Typography component="span" variant="h3">
          {title}
        </Typography>
        {(series.length > 1 || hasProjected) &&
          series.map(({ label, color }) => <Key key={label} label={label} color={color} />)}
        {hasProjected && <Key label="Projected" color={palette.text.secondary} hollow />}
      </Box>
      <ChartFrame
        label={title}
        months={months}
        format={format}
        expected={{ from: projectedFrom, word: 'projected' }}
        valuesOf={(index) =>
          series.map(({ label, color, values, before, pathOf }) => ({
            label,
            color,
            value: values[index] ?? 0,
            before: before?.[index],
            to: index < projectedFrom ? pathOf?.(months[index] ?? '') : undefined,
          }))
        }
      >
        {({ shown, areasOf }) => (
          <svg
            viewBox={`0 0 ${wide} ${HEIGHT}`}
            aria-hidden
            style={{ display: 'block', width: '100%', height: HEIGHT }}
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  x1={AREA.left}
                  x2={wide - AREA.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  stroke={palette.divider}
                />
                <text
                  x={AREA.left - 8}
                  y={y(tick)}
                  dy="0.35em"
                  textAnchor="end"
                  fontSize="12"
                  fill={palette.text.secondary}
                >
                  {formatTick(tick)}
                </text>
              </g>
            ))}
            {shown && (
              <rect
                x={AREA.left + shown.month * step}
                width={step}
                y={AREA.top}
                height={inner.height}
                fill={palette.action.hover}
              />
            )}
            {months.map((month, index) => (
              <g key={month}>
                {bars[index]?.map(({ x, width }, place) => {
                  const { label, color, values } = series[place] as Series;
                  const value = values[index] ?? 0;
                  const projected = index >= projectedFrom;
                  const isShown = shown?.month === index && shown.place === place;
                  return (
                    <rect
                      key={label}
                      x={x}
                      width={width}
                      y={y(value)}
                      height={y(0) - y(value)}
                      rx="2"
                      fill={color}
                      fillOpacity={projected ? 0.25 : 1}
                      stroke={isShown ? palette.text.primary : projected ? color : 'none'}
                      strokeWidth={isShown ? 2 : 1}
                    />
                  );
                })}
                {index % every === 0 && (
                  <text
                    x={AREA.left + (index + 0.5) * step}
                    y={HEIGHT - AREA.bottom + 18}
                    textAnchor="middle"
                    fontSize="12"
                    fill={palette.text.secondary}
                  >
                    {shortMonth(month).slice(0, 3)}
                    {month.slice(0, 4) !== months[index - every]?.slice(0, 4) && (
                      <tspan x={AREA.left + (index + 0.5) * step} dy="16">
                        {month.slice(0, 4)}
                      </tspan>
                    )}
                  </text>
                )}
                {areasOf(index, touching(bars[index] ?? [], AREA.left + index * step, step), {
                  y: AREA.top,
                  height: inner.height,
                })}
              </g>
            ))}
          </svg>
        )}
      </ChartFrame>
      <table style={visuallyHidden as React.CSSProperties}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <tr key={month}>
              <th scope="row">
                {shortMonth(month)}
                {index >= projectedFrom ? ' (projected)' : ''}
              </th>
              {series.map(({ label, values }) => (
                <td key={label}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** The values of the same months a year earlier; undefined for those that were not read. */
export const yearBefore = <Month extends { readonly period: string }>(
  months: readonly string[],
  read: readonly Month[],
  value: (month: Month) => number,
): readonly (number | undefined)[] =>
  months.map((period) => {
    const before = read.find((one) => one.period === addMonths(period, -12));
    return before && value(before);
  });

/** The width of an element in pixels, followed as it changes. */
function useWidth() {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    if (frame.current === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

interface KeyProps extends Pick<Series, 'label' | 'color'> {
  readonly hollow?: boolean;
}

const Key = ({ label, color, hollow = false }: KeyProps) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: '0.875rem' }}
  >
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 12,
        height: 12,
        borderRadius: 0.5,
        ...(hollow ? { border: 1, borderColor: color } : { bgcolor: color }),
      }}
    />
    {label}
  </Box>
);

const STEPS = [1, 2, 5, 10];

/** Ticks from 0 to at least `highest`: at most six round whole numbers. */
export function ticksOf(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((candidate) => power * candidate >= rough) ?? 10));
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The bars of one month, side by side. */
export function barsOf(
  left: number,
  room: number,
  count: number,
): readonly { readonly x: number; readonly width: number }[] {
  const width = (room * 0.72) / count;
  return Array.from({ length: count }, (_, index) => ({
    x: left + room * 0.14 + index * width,
    width: width * 0.94,
  }));
}

/** Areas of a month's bars that leave no gap between them, nor to the next month's. */
const touching = (bars: ReturnType<typeof barsOf>, left: number, room: number) =>
  bars.map(({ x }, place) => {
    const from = place === 0 ? left : x;
    return { x: from, width: (bars[place + 1]?.x ?? left + room) - from };
  });

const SHORT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** Dollars on an axis: `$500`, `$10k`, `$2.5M`. */
export const shortDollars = (dollars: number): string => SHORT.format(dollars).replace('K', 'k');
