import { Card, Link } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { paths, type Revenue } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { dollarsText } from '../../shared/text.ts';
import { ChartSkeleton, MonthChart } from '../kit/MonthChart.tsx';
import { shortDollars } from '../kit/scale.ts';

/** As many months as are legible on a phone. */
const MONTHS = 15;

/** Revenue by month: invoiced, paid and projected; demo companies apart. */
export default function RevenueChart() {
  const { palette } = useTheme();
  const basename = useBasename();
  const { data, isPending } = useQuery<Revenue>({ queryKey: [paths.admin.revenue] });
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
      <Link component={RouterLink} to={`${basename}/revenue`} underline="hover" sx={{ fontWeight: 600 }}>
        Revenue by company
      </Link>
    </Card>
  );
}
