import { Box, Link } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { showCount, showDollars, showMoment } from '../format.ts';
import { formatMonth } from '../formatMonth.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { previewPath } from '../records/links.tsx';

/** A billed month, with the way to what was issued and what is left. */
export function RunLink({ run }: { readonly run: BillingRun }) {
  const basename = useBasename();
  return (
    <Link
      component={RouterLink}
      to={previewPath(basename, run.period)}
      underline="hover"
      sx={{ fontWeight: 600, display: 'inline-block', py: 0.5 }}
    >
      {formatMonth(run.period)}
    </Link>
  );
}

/** How far a run has come. */
export function RunStatus({ run }: { readonly run: BillingRun }) {
  if (run.status === 'started') return <StatusBadge tone="warning">Running</StatusBadge>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <StatusBadge tone="success">Completed</StatusBadge>
      {run.parked > 0 && <StatusBadge tone="error">{`${run.parked} parked`}</StatusBadge>}
    </Box>
  );
}

/** The columns of the list of runs. */
export const runColumns: readonly ColumnProps<BillingRun>[] = [
  { source: 'period', label: 'Month', firstOrder: 'DESC', render: (run) => <RunLink run={run} /> },
  { source: 'status', label: 'Status', sortable: false, render: (run) => <RunStatus run={run} /> },
  {
    source: 'issued',
    label: 'Issued',
    numeric: true,
    sortable: false,
    render: (run) => showCount(run.issued),
  },
  {
    source: 'total',
    label: 'Total',
    numeric: true,
    sortable: false,
    render: (run) => showDollars(run.total),
  },
  {
    source: 'skipped',
    label: 'Skipped',
    numeric: true,
    sortable: false,
    render: (run) => showCount(run.skipped),
  },
  {
    source: 'parked',
    label: 'Parked',
    numeric: true,
    sortable: false,
    render: (run) => showCount(run.parked),
  },
  {
    source: 'started_at',
    label: 'Started',
    unbroken: true,
    sortable: false,
    render: (run) => showMoment(run.started_at),
  },
  {
    source: 'completed_at',
    label: 'Completed',
    unbroken: true,
    sortable: false,
    render: (run) => showMoment(run.completed_at),
  },
];

export const runCsvColumns: readonly CsvColumn<BillingRun>[] = [
  { label: 'Month', value: (run) => run.period },
  { label: 'Status', value: (run) => run.status },
  { label: 'Issued', value: (run) => run.issued },
  { label: 'Total', value: (run) => run.total },
  { label: 'Skipped', value: (run) => run.skipped },
  { label: 'Parked', value: (run) => run.parked },
  { label: 'Started', value: (run) => run.started_at },
  { label: 'Completed', value: (run) => run.completed_at },
];
