import { Box } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { formatMonth } from '../../../shared/months.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import type { Fields } from '../../ui/fields.tsx';

export function RunStatus({ run }: { readonly run: BillingRun }) {
  if (run.status === 'started') return <StatusBadge tone="warning">Running</StatusBadge>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <StatusBadge tone="success">Completed</StatusBadge>
      {run.parked > 0 && <StatusBadge tone="error">{`${run.parked} not billed`}</StatusBadge>}
    </Box>
  );
}

export const runFields: Fields<BillingRun> = {
  period: { label: 'Month', sortByOrder: 'DESC', render: (run) => formatMonth(run.period) },
  status: { label: 'Status', render: (run) => <RunStatus run={run} /> },
  issued: { label: 'Issued', type: 'count' },
  total: { label: 'Total', type: 'amount', csv: (run) => run.total },
  skipped: { label: 'Skipped', type: 'count' },
  parked: { label: 'Not billed', type: 'count' },
  started_at: { label: 'Started', type: 'moment', csv: (run) => run.started_at },
  completed_at: { label: 'Completed', type: 'moment', csv: (run) => run.completed_at },
};
