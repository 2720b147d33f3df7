import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Box, Button } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useToday } from '../../../shared/session/session.ts';
import { addMonths, formatMonth, momentText, showCount } from '../../../shared/text.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { previewPath } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText, type Fields } from '../../ui/fields.tsx';
import { List } from '../../ui/List.tsx';
import { RunNowButton } from './RunNowButton.tsx';

/** The runs that issued the invoices of each month; the way to a preview of the next one. */
export default function BillingRunList() {
  const basename = useBasename();
  const month = useToday().slice(0, 7);
  const nextMonth = addMonths(month, 1);
  return (
    <List
      resource="billing-runs"
      title="Billing runs"
      lead="On the 1st of each month every company with active sites gets an invoice."
      sort={{ field: 'period', order: 'DESC' }}
      fields={runFields}
      actions={
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
          <RunNowButton period={month} />
        </>
      }
    >
      <DataTable<BillingRun>
        label="Billing runs"
        empty="No billing runs found"
        rowClick={(run) => previewPath(basename, run.period)}
        cardAside="total"
        card={(run) => (
          <>
            <CardText>{`${showCount(run.issued)} issued · ${showCount(run.skipped)} skipped · ${momentText(run.started_at)}`}</CardText>
            <RunStatus run={run} />
          </>
        )}
      />
    </List>
  );
}

function RunStatus({ run }: { readonly run: BillingRun }) {
  if (run.status === 'started') return <StatusBadge tone="warning">Running</StatusBadge>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <StatusBadge tone="success">Completed</StatusBadge>
      {run.parked > 0 && <StatusBadge tone="error">{`${run.parked} not billed`}</StatusBadge>}
    </Box>
  );
}

const runFields: Fields<BillingRun> = {
  period: { label: 'Month', sortByOrder: 'DESC', render: (run) => formatMonth(run.period) },
  status: { label: 'Status', render: (run) => <RunStatus run={run} /> },
  issued: { label: 'Issued', type: 'count' },
  total: { label: 'Total', type: 'amount', csv: (run) => run.total },
  skipped: { label: 'Skipped', type: 'count' },
  parked: { label: 'Not billed', type: 'count' },
  started_at: { label: 'Started', type: 'moment', csv: (run) => run.started_at },
  completed_at: { label: 'Completed', type: 'moment', csv: (run) => run.completed_at },
};
