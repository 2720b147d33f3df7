import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Box, Button, Link, Typography } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { addMonths, dollarsText, formatMonth, momentText, showCount, today } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { previewPath } from '../records/links.tsx';
import { RunNowButton } from './RunNowButton.tsx';

/** A billed month, with the way to what was issued and what is left. */
function RunLink({ run }: { readonly run: BillingRun }) {
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
function RunStatus({ run }: { readonly run: BillingRun }) {
  if (run.status === 'started') return <StatusBadge tone="warning">Running</StatusBadge>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <StatusBadge tone="success">Completed</StatusBadge>
      {run.parked > 0 && <StatusBadge tone="error">{`${run.parked} parked`}</StatusBadge>}
    </Box>
  );
}

/** The columns of the list of runs. */
const runColumns: readonly ColumnProps<BillingRun>[] = [
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
    render: (run) => dollarsText(run.total),
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
    render: (run) => momentText(run.started_at),
  },
  {
    source: 'completed_at',
    label: 'Completed',
    unbroken: true,
    sortable: false,
    render: (run) => momentText(run.completed_at),
  },
];

const runCsvColumns: readonly CsvColumn<BillingRun>[] = [
  { label: 'Month', value: (run) => run.period },
  { label: 'Status', value: (run) => run.status },
  { label: 'Issued', value: (run) => run.issued },
  { label: 'Total', value: (run) => run.total },
  { label: 'Skipped', value: (run) => run.skipped },
  { label: 'Parked', value: (run) => run.parked },
  { label: 'Started', value: (run) => run.started_at },
  { label: 'Completed', value: (run) => run.completed_at },
];

const FILE = 'billing-runs.csv';

/** The runs that issued the invoices of each month; the way to a preview of the next one. */
export default function BillingRunList() {
  const basename = useBasename();
  const nextMonth = addMonths(today().slice(0, 7), 1);
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Billing runs"
        lead="On the 1st of each month every company with active sites gets an invoice."
        sort={{ field: 'period', order: 'DESC' }}
        actions={
          <>
            <ExportCsv columns={runCsvColumns} filename={FILE} />
            <Button
              component={RouterLink}
              to={previewPath(basename, nextMonth)}
              size="small"
              variant="outlined"
              startIcon={<PreviewIcon />}
            >
              Preview
            </Button>
            <RunNowButton period={today().slice(0, 7)} />
          </>
        }
      >
        <RecordTable<BillingRun>
          label="Billing runs"
          columns={runColumns}
          empty="No billing runs found"
          bulkActions={<ExportSelected columns={runCsvColumns} filename={FILE} />}
          pathOf={(run) => previewPath(basename, run.period)}
          card={(run) => <RunCard run={run} />}
        />
      </AdminList>
    </>
  );
}

function RunCard({ run }: { readonly run: BillingRun }) {
  return (
    <>
      <CardHead>
        <RunLink run={run} />
        <CardAmount>{dollarsText(run.total)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary">
        {showCount(run.issued)} issued · {showCount(run.skipped)} skipped · {momentText(run.started_at)}
      </Typography>
      <RunStatus run={run} />
    </>
  );
}
