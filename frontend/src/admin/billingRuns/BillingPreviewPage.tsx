import { Box, Button, Card, Skeleton, TextField } from '@mui/material';
import { type BillingPreview, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useBasename } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { read } from '../../shared/http/http.ts';
import { today } from '../../shared/today.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { showDollars, showMoment } from '../format.ts';
import { addMonths, formatMonth } from '../formatMonth.ts';
import { PageHeading } from '../kit/PageHeading.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { PreviewAccounts } from './PreviewAccounts.tsx';
import { PreviewFigures } from './PreviewFigures.tsx';
import { RunNowButton } from './RunNowButton.tsx';

const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/;

/** What a run of a month would issue, account by account; looking changes nothing. */
export default function BillingPreviewPage() {
  const basename = useBasename();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('period') ?? '';
  const period = PERIOD.test(asked) ? asked : addMonths(today().slice(0, 7), 1);
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.billingPreview, period],
    queryFn: () => read(`${paths.admin.billingPreview}?period=${period}`) as Promise<BillingPreview>,
  });
  return (
    <>
      <InvoicingSections />
      <PageHeading
        title={`Preview of ${formatMonth(period)}`}
        lead={data === undefined ? undefined : leadOf(data)}
        actions={
          <>
            <Button component={Link} to={`${basename}/billing-runs`} size="small">
              All runs
            </Button>
            <RunNowButton period={period} />
          </>
        }
      />
      <TextField
        type="month"
        size="small"
        label="Month"
        value={period}
        onChange={({ target }) => PERIOD.test(target.value) && setParameters({ period: target.value })}
        sx={{ mb: 2.5, maxWidth: 220, bgcolor: 'background.paper' }}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {error && (
        <LoadProblem text="The preview could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && (
        <Skeleton variant="rounded" height={320} role="status" aria-label="Loading the preview" />
      )}
      {data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <PreviewFigures preview={data} />
          <Card variant="outlined">
            <PreviewAccounts key={data.period} preview={data} />
          </Card>
        </Box>
      )}
    </>
  );
}

function leadOf({ cut_off: cutOff, total, last_month_total: before }: BillingPreview): string {
  const difference = total - before;
  const change =
    difference === 0
      ? 'as much as the month before'
      : `${showDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the month before`;
  return `As of ${showMoment(cutOff)}: ${showDollars(total)}, ${change}.`;
}
