import type { Invoice } from '@portal/contract';
import { dateText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

type Shown = Pick<Invoice, 'status' | 'is_overdue' | 'due_date' | 'payment_date'>;

/** An unpaid invoice's status in one badge, which says so if it is overdue. */
function Unpaid({ invoice, children }: { readonly invoice: Shown; readonly children: string }) {
  return (
    <StatusBadge tone={invoice.is_overdue ? 'error' : 'warning'} detail={invoice.is_overdue && 'overdue'}>
      {children}
    </StatusBadge>
  );
}

/** In a list: Paid, Open, or Canceled for any other status (S2-2, S2-3). */
export function InvoiceStatus({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') return <StatusBadge tone="success">Paid</StatusBadge>;
  if (invoice.status !== 'pending') return <StatusBadge tone="neutral">Canceled</StatusBadge>;
  return <Unpaid invoice={invoice}>Open</Unpaid>;
}

/** On the invoice itself: 'Paid on', 'Due on', Canceled (S2-2-invoice). */
export function InvoiceBadge({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') {
    return (
      <StatusBadge tone="success">{`Paid on ${dateText(invoice.payment_date ?? invoice.due_date)}`}</StatusBadge>
    );
  }
  if (invoice.status !== 'pending') return <StatusBadge tone="neutral">Canceled</StatusBadge>;
  return <Unpaid invoice={invoice}>{`Due on ${dateText(invoice.due_date)}`}</Unpaid>;
}
