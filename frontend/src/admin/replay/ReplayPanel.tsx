import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import { Alert, Box, Button, Skeleton } from '@mui/material';
import { type InvoiceReplay, paths } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, read } from '../../shared/http/http.ts';
import { ReplayTable } from './ReplayTable.tsx';
import { type WhatIf, WhatIfForm } from './WhatIfForm.tsx';

interface ReplayPanelProps {
  readonly invoiceId: string;
  /** Index of a line to point at: the one that is questioned. */
  readonly line?: number;
}

/** An invoice beside what the log gives for it, with the reasons of each line, and a try at what would have been. */
export function ReplayPanel({ invoiceId, line }: ReplayPanelProps) {
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null);
  const path = `${paths.admin.invoiceReplay(invoiceId)}${whatIf === null ? '' : `?${new URLSearchParams({ ...whatIf })}`}`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: () => read(path) as Promise<InvoiceReplay>,
  });
  if (error !== null) {
    return (
      <Alert
        severity="error"
        action={
          <Button
            color="inherit"
            size="small"
            onClick={() => (whatIf === null ? void refetch() : setWhatIf(null))}
          >
            {whatIf === null ? 'Try again' : 'Back to the log'}
          </Button>
        }
      >
        {messageOf(error, 'The replay could not be loaded.')}
      </Alert>
    );
  }
  if (data === undefined)
    return <Skeleton variant="rounded" height={220} role="status" aria-label="Loading" />;
  return (
    <Box>
      <Verdict replay={data} />
      <ReplayTable replay={data} {...(line === undefined ? {} : { line })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button size="small" variant="outlined" href={paths.admin.evidencePdf(invoiceId)} download>
          Evidence as PDF
        </Button>
        <Button size="small" variant="outlined" href={paths.admin.evidenceJson(invoiceId)} download>
          Raw events with proof
        </Button>
      </Box>
      <WhatIfForm replay={data} current={whatIf} onTry={setWhatIf} />
    </Box>
  );
}

/** Green where both are equal, red where they are not; a what-if is neither, and says so. */
function Verdict({ replay }: { readonly replay: InvoiceReplay }) {
  const { equal, hypothetical, issued, replayed, cutSeq } = replay;
  if (hypothetical) {
    const difference = replayed.total_cents - issued.total_cents;
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        <strong>What if: nothing of this is recorded.</strong> The invoice would be{' '}
        {formatDollars(replayed.total_cents)}
        {difference === 0
          ? ', as it is.'
          : `, ${formatDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than issued.`}
      </Alert>
    );
  }
  return (
    <Alert
      severity={equal ? 'success' : 'error'}
      icon={equal ? <CheckIcon /> : <ErrorIcon />}
      sx={{ mb: 2 }}
      data-testid="replay-verdict"
    >
      <strong>
        {equal
          ? 'Verified: recalculated from history, exact match'
          : 'Not equal: this invoice does not follow from the log.'}
      </strong>{' '}
      Issued {formatDollars(issued.total_cents)}, replayed {formatDollars(replayed.total_cents)}, from the
      events up to #{cutSeq}.
    </Alert>
  );
}
