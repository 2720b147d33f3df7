import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Box, Button, Typography } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { today } from '../../shared/today.ts';
import { showCount, showDollars, showMoment } from '../format.ts';
import { addMonths } from '../formatMonth.ts';
import { InvoicingSections } from '../invoicing/InvoicingSections.tsx';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { RunLink, RunStatus, runColumns, runCsvColumns } from './columns.tsx';
import { previewPath } from './previewPath.ts';
import { RunNowButton } from './RunNowButton.tsx';

const FILE = 'billing-runs.csv';
const NONE_HIDDEN: readonly string[] = [];

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
          empty="No billing runs found"
          hiddenByDefault={NONE_HIDDEN}
          bulkActions={<RunBulkActions />}
          pathOf={(run) => previewPath(basename, run.period)}
          card={(run) => <RunCard run={run} />}
        >
          {runColumns.map((column) => (
            <Column key={column.source} {...column} />
          ))}
        </RecordTable>
      </AdminList>
    </>
  );
}

function RunBulkActions() {
  const { selectedIds } = useListContext<BillingRun>();
  return <ExportCsv columns={runCsvColumns} filename={FILE} ids={selectedIds} />;
}

function RunCard({ run }: { readonly run: BillingRun }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
        <RunLink run={run} />
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {showDollars(run.total)}
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary">
        {showCount(run.issued)} issued · {showCount(run.skipped)} skipped · {showMoment(run.started_at)}
      </Typography>
      <RunStatus run={run} />
    </>
  );
}
