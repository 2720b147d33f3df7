import Box from '@mui/material/Box';
import type { Invoice } from '@portal/contract';
import { dateText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

type Shown = Pick<Invoice, 'status' | 'is_overdue' | 'due_date' | 'payment_date'>;

const side = { display: 'inline-flex', flexWrap: 'wrap', gap: 0.75 } as const;

/** In a list: Paid, Open (with Overdue), or Canceled for any other status (S2-2, S2-3). */
export function InvoiceStatus({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') return <StatusBadge tone="success">Paid</StatusBadge>;
  if (invoice.status !== 'pending') return <StatusBadge tone="neutral">Canceled</StatusBadge>;
  return (
    <Box component="span" sx={side}>
      <StatusBadge tone="warning">Open</StatusBadge>
      {invoice.is_overdue && <StatusBadge tone="error">Overdue</StatusBadge>}
    </Box>
  );
}

/** On the invoice itself: 'Paid on', 'Due on', Canceled (S2-2-invoice). */
export function InvoiceBadge({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') {
    return (
      <StatusBadge tone="success">{`Paid on ${dateText(invoice.payment_date ?? invoice.due_date)}`}</StatusBadge>
    );
  }
  if (invoice.status !== 'pending') return <StatusBadge tone="neutral">Canceled</StatusBadge>;
  return (
    <Box component="span" sx={side}>
      <StatusBadge tone="warning">{`Due on ${dateText(invoice.due_date)}`}</StatusBadge>
      {invoice.is_overdue && <StatusBadge tone="error">Overdue</StatusBadge>}
    </Box>
  );
}
