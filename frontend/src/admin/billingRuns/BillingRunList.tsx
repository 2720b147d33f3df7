import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Button, Typography } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link } from 'react-router';
import { today } from '../../shared/today.ts';
import { showCount, showDollars, showMoment } from '../format.ts';
import { addMonths } from '../formatMonth.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { CardAmount, CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { previewPath } from '../records/links.tsx';
import { RunLink, RunStatus, runColumns, runCsvColumns } from './columns.tsx';
import { RunNowButton } from './RunNowButton.tsx';

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
        lead="On the 1st of each month every company with active sites is issued its invoice."
        sort={{ field: 'period', order: 'DESC' }}
        actions={
          <>
            <ExportCsv columns={runCsvColumns} filename={FILE} />
            <Button
              component={Link}
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
        <CardAmount>{showDollars(run.total)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary">
        {showCount(run.issued)} issued · {showCount(run.skipped)} skipped · {showMoment(run.started_at)}
      </Typography>
      <RunStatus run={run} />
    </>
  );
}
