import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { paths } from '@portal/contract';
import type { useInvoiceItems } from './useInvoiceItems.ts';

interface MoreItemsProps
  extends Pick<ReturnType<typeof useInvoiceItems>, 'shown' | 'more' | 'next' | 'busy' | 'showMore'> {
  readonly invoiceId: string;
}

const counted = (count: number) => count.toLocaleString('en-US');

/** Below the lines of a long invoice: how many are shown, and how to see the others; nothing below the last one. */
export function MoreItems({ invoiceId, shown, more, next, busy, showMore }: MoreItemsProps) {
  if (more === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{`Showing ${counted(shown)} of ${counted(shown + more)} sites.`}</span>
      <Button size="small" className="no-print" aria-disabled={busy} onClick={() => void showMore()}>
        {busy ? 'Loading...' : `Show ${counted(next)} more`}
      </Button>
      <Button size="small" className="no-print" href={paths.invoiceCsv(invoiceId)} download>
        Download all as CSV
      </Button>
    </Box>
  );
}
