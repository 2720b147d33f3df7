import { Box, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { barsOf, ticksOf } from './scale.ts';

/** One value per month of the chart, never below 0. */
export interface Series {
  readonly label: string;
  readonly color: string;
  readonly values: readonly number[];
}

interface MonthChartProps {
  readonly title: string;
  /** `2026-12`, ascending. */
  readonly months: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value; whole numbers by default. */
  readonly format?: (value: number) => string;
  /** Index of the first month that is projected, drawn hollow; none by default. */
  readonly projectedFrom?: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const AREA = { left: 64, right: 8, top: 12, bottom: 28 };
const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthName = (month: string) => NAMES[Number(month.slice(5)) - 1] ?? month;
const monthAndYear = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`;

/** A bar chart by month in SVG, with a hidden table for screen readers. */
export function MonthChart({
  title,
  months,
  series,
  format = (value) => value.toLocaleString('en-US'),
  projectedFrom = months.length,
}: MonthChartProps) {
  const { palette } = useTheme();
  const highest = Math.max(0, ...series.flatMap(({ values }) => values));
  const ticks = ticksOf(highest);
  const top = ticks.at(-1) ?? 1;
  const inner = { width: WIDTH - AREA.left - AREA.right, height: HEIGHT - AREA.top - AREA.bottom };
  const y = (value: number) => AREA.top + inner.height - (value / top) * inner.height;
  const step = inner.width / Math.max(1, months.length);
  // as many labels as fit
  const every = Math.ceil(months.length / 12);
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        component="figcaption"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 }}
      >
        <Typography component="span" variant="h3">
          {title}
        </Typography>
        {series.length > 1 &&
          series.map(({ label, color }) => <Key key={label} label={label} color={color} />)}
      </Box>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden
        style={{ display: 'block', width: '100%', height: 'auto', maxHeight: 300 }}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={AREA.left} x2={WIDTH - AREA.right} y1={y(tick)} y2={y(tick)} stroke={palette.divider} />
            <text
              x={AREA.left - 8}
              y={y(tick)}
              dy="0.35em"
              textAnchor="end"
              fontSize="12"
              fill={palette.text.secondary}
            >
              {format(tick)}
            </text>
          </g>
        ))}
        {months.map((month, index) => (
          <g key={month}>
            {barsOf(AREA.left + index * step, step, series.length).map(({ x, width }, place) => {
              const { label, color, values } = series[place] as Series;
              const value = values[index] ?? 0;
              const projected = index >= projectedFrom;
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
                  stroke={projected ? color : 'none'}
                >
                  <title>{`${monthAndYear(month)}, ${label}: ${format(value)}${projected ? ' (projected)' : ''}`}</title>
                </rect>
              );
            })}
            {index % every === 0 && (
              <text
                x={AREA.left + (index + 0.5) * step}
                y={HEIGHT - 8}
                textAnchor="middle"
                fontSize="12"
                fill={palette.text.secondary}
              >
                {month.endsWith('-01') ? monthAndYear(month) : monthName(month)}
              </text>
            )}
          </g>
        ))}
      </svg>
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
                {monthAndYear(month)}
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

function Key({ label, color }: Pick<Series, 'label' | 'color'>) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: '0.875rem' }}
    >
      <Box component="span" aria-hidden sx={{ width: 12, height: 12, borderRadius: 0.5, bgcolor: color }} />
      {label}
    </Box>
  );
}
