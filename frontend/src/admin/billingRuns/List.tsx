import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Box, Button } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { addMonths, formatMonth } from '../../shared/months.ts';
import { dollarsText, momentText, showCount, today } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { amountColumn, countColumn, momentColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardAmount, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { previewPath } from '../records/links.tsx';
import { RunNowButton } from './RunNowButton.tsx';

function RunStatus({ run }: { readonly run: BillingRun }) {
  if (run.status === 'started') return <StatusBadge tone="warning">Running</StatusBadge>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <StatusBadge tone="success">Completed</StatusBadge>
      {run.parked > 0 && <StatusBadge tone="error">{`${run.parked} not billed`}</StatusBadge>}
    </Box>
  );
}

const runColumns: readonly ColumnProps<BillingRun>[] = [
  { source: 'period', label: 'Month', firstOrder: 'DESC', render: (run) => formatMonth(run.period) },
  { source: 'status', label: 'Status', sortable: false, render: (run) => <RunStatus run={run} /> },
  countColumn('issued', 'Issued', false),
  amountColumn('total', 'Total', false),
  countColumn('skipped', 'Skipped', false),
  countColumn('parked', 'Not billed', false),
  momentColumn('started_at', 'Started', false),
  momentColumn('completed_at', 'Completed', false),
];

const csvColumns: readonly CsvColumn<BillingRun>[] = [
  { label: 'Month', value: (run) => run.period },
  { label: 'Status', value: (run) => run.status },
  { label: 'Issued', value: (run) => run.issued },
  { label: 'Total', value: (run) => run.total },
  { label: 'Skipped', value: (run) => run.skipped },
  { label: 'Not billed', value: (run) => run.parked },
  { label: 'Started', value: (run) => run.started_at },
  { label: 'Completed', value: (run) => run.completed_at },
];

/** The runs that issued the invoices of each month; the way to a preview of the next one. */
export default function BillingRunList() {
  const basename = useBasename();
  const nextMonth = addMonths(today().slice(0, 7), 1);
  return (
    <>
      <InvoicingSections />
      <AdminList<BillingRun>
        title="Billing runs"
        lead="On the 1st of each month every company with active sites gets an invoice."
        sort={{ field: 'period', order: 'DESC' }}
        columns={runColumns}
        csvColumns={csvColumns}
        file="billing-runs"
        buttons={
          <>
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
        label="Billing runs"
        empty="No billing runs found"
        pathOf={(run) => previewPath(basename, run.period)}
        cardAside={(run) => <CardAmount>{dollarsText(run.total)}</CardAmount>}
        card={(run) => (
          <>
            <CardText>
              <Unbroken
                text={`${showCount(run.issued)} issued · ${showCount(run.skipped)} skipped · ${momentText(run.started_at)}`}
              />
            </CardText>
            <RunStatus run={run} />
          </>
        )}
      />
    </>
  );
}
