import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { Button } from '@mui/material';
import type { BillingRun } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { addMonths } from '../../../shared/months.ts';
import { momentText, showCount, today } from '../../../shared/text.ts';
import { Unbroken } from '../../kit/Unbroken.tsx';
import { previewPath } from '../../records/links.tsx';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { List } from '../../ui/List.tsx';
import { RunStatus, runFields } from './fields.tsx';
import { RunNowButton } from './RunNowButton.tsx';

/** The runs that issued the invoices of each month; the way to a preview of the next one. */
export default function BillingRunList() {
  const basename = useBasename();
  const nextMonth = addMonths(today().slice(0, 7), 1);
  return (
    <List<BillingRun>
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
          <RunNowButton period={today().slice(0, 7)} />
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
            <CardText>
              <Unbroken
                text={`${showCount(run.issued)} issued · ${showCount(run.skipped)} skipped · ${momentText(run.started_at)}`}
              />
            </CardText>
            <RunStatus run={run} />
          </>
        )}
      />
    </List>
  );
}
