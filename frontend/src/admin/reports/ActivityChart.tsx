import { Box } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type ActivityMonth, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { usePortal } from '../dataProvider/index.ts';
import { ChartSkeleton, MonthChart, type Series } from '../kit/MonthChart.tsx';
import type { Filters } from './useReport.ts';

interface ActivityChartProps {
  readonly shows: 'active' | 'changes';
  readonly filters: Filters;
}

const PAIR = { display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 1fr' } };

/** Active sites and readers by month, or additions and deactivations. */
export function ActivityChart({ shows, filters }: ActivityChartProps) {
  const { palette } = useTheme();
  const portal = usePortal();
  const { data, isPending } = useQuery({
    queryKey: [paths.admin.activityByMonth, filters],
    queryFn: () => portal.activityByMonth(filters),
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
  const series = (label: string, color: string, value: (month: ActivityMonth) => number): Series => ({
    label,
    color,
    values: data.map(value),
  });
  const months = data.map(({ period }) => period);
  if (shows === 'changes') {
    return (
      <MonthChart
        title="Additions and deactivations by month"
        months={months}
        series={[
          series('Additions', palette.success.main, (month) => month.additions),
          series('Deactivations', palette.error.main, (month) => month.deactivations),
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
        series={[series('Active sites', palette.primary.main, (month) => month.active_sites)]}
      />
      <MonthChart
        title="Active readers by month"
        months={months}
        series={[series('Active readers', palette.secondary.main, (month) => month.readers)]}
      />
    </Box>
  );
}
