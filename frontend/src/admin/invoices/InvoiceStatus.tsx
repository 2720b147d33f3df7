import { Box } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { DemoBadge } from '../payments/TestMode.tsx';

const LOOK: Readonly<Record<Invoice['status'], readonly [Tone, string]>> = {
  pending: ['warning', 'Open'],
  paid: ['success', 'Paid'],
  canceled: ['neutral', 'Canceled'],
  carried: ['neutral', 'Carried'],
};

/** `3 days overdue`. */
export const overdueText = ({ days_overdue: days }: Pick<Invoice, 'days_overdue'>) =>
  days === 1 ? '1 day overdue' : `${days} days overdue`;

/** How an invoice stands: Open, Paid, Canceled (spec 2, section 3), overdue, and a demo company's. */
export function InvoiceStatus({ invoice }: { readonly invoice: Invoice }) {
  const [tone, label] = LOOK[invoice.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {invoice.is_overdue ? (
        <StatusBadge tone="error">{overdueText(invoice)}</StatusBadge>
      ) : (
        <StatusBadge tone={tone}>{label}</StatusBadge>
      )}
      {invoice.is_demo && <DemoBadge />}
    </Box>
  );
}
