import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { paths } from '@portal/contract';
import { showCount } from '../../shared/text.ts';
import type { useInvoiceItems } from './useInvoiceItems.ts';

interface MoreItemsProps
  extends Pick<ReturnType<typeof useInvoiceItems>, 'shown' | 'more' | 'next' | 'busy' | 'showMore'> {
  readonly invoiceId: string;
}

/** Below the lines of a long invoice: the number shown, and buttons for the others; nothing once all are shown. */
export function MoreItems({ invoiceId, shown, more, next, busy, showMore }: MoreItemsProps) {
  if (more === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{`Showing ${showCount(shown)} of ${showCount(shown + more)} sites.`}</span>
      <Button size="small" className="no-print" aria-disabled={busy} onClick={showMore}>
        {busy ? 'Loading...' : `Show ${showCount(next)} more`}
      </Button>
      <Button size="small" className="no-print" href={paths.invoiceCsv(invoiceId)} download>
        Download all as CSV
      </Button>
    </Box>
  );
}
