import { Box, Typography } from '@mui/material';
import type { Invoice } from '@portal/contract';
import type { ReactNode } from 'react';
import { useSession } from '../../shared/session/session.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

type Shown = Pick<Invoice, 'status' | 'is_overdue' | 'due_date' | 'payment_date' | 'dispute' | 'is_refunded'>;

const DISPUTES: Readonly<Record<NonNullable<Invoice['dispute']>, string>> = {
  inquiry: 'Bank inquiry',
  open: 'Payment disputed',
  lost: 'Payment taken back',
};

/** The status of an invoice or order, and what the bank says about its card payment (rule B43). */
export function WithDispute({
  dispute,
  children,
}: {
  readonly dispute: Invoice['dispute'];
  readonly children: ReactNode;
}) {
  if (dispute === null) return children;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {children}
      <StatusBadge tone={dispute === 'lost' ? 'error' : 'warning'}>{DISPUTES[dispute]}</StatusBadge>
    </Box>
  );
}

/** An unpaid invoice's status in one badge, which says so if it is overdue. */
function Unpaid({ invoice, children }: { readonly invoice: Shown; readonly children: string }) {
  return (
    <StatusBadge tone={invoice.is_overdue ? 'error' : 'warning'} detail={invoice.is_overdue && 'overdue'}>
      {children}
    </StatusBadge>
  );
}

/** Neither paid nor open: Canceled, also where administrators read that it is written off (rule B34). */
function Closed({ invoice }: { readonly invoice: Shown }) {
  const { user } = useSession();
  const isAdmin = user !== 'loading' && user?.is_admin === true;
  const label = isAdmin && invoice.status === 'written_off' ? 'Written off' : 'Canceled';
  return <StatusBadge tone="neutral">{label}</StatusBadge>;
}

/** In a list: Paid, Open, or Canceled for any other status (S2-2, S2-3). */
export function InvoiceStatus({ invoice }: { readonly invoice: Shown }) {
  return (
    <WithDispute dispute={invoice.dispute}>
      <Status invoice={invoice} />
    </WithDispute>
  );
}

function Status({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') {
    return (
      <StatusBadge tone="success" detail={invoice.is_refunded === true && 'refunded'}>
        Paid
      </StatusBadge>
    );
  }
  if (invoice.status !== 'pending') return <Closed invoice={invoice} />;
  return <Unpaid invoice={invoice}>Open</Unpaid>;
}

/** On the invoice itself: 'Paid on', 'Due on', Canceled (S2-2-invoice). */
export function InvoiceBadge({ invoice }: { readonly invoice: Shown }) {
  return (
    <WithDispute dispute={invoice.dispute}>
      <Badge invoice={invoice} />
    </WithDispute>
  );
}

function Badge({ invoice }: { readonly invoice: Shown }) {
  if (invoice.status === 'paid') {
    return (
      <StatusBadge tone="success">{`Paid on ${dateText(invoice.payment_date ?? invoice.due_date)}`}</StatusBadge>
    );
  }
  if (invoice.status !== 'pending') return <Closed invoice={invoice} />;
  return <Unpaid invoice={invoice}>{`Due on ${dateText(invoice.due_date)}`}</Unpaid>;
}

type Amounts = Pick<Invoice, 'status' | 'total_amount' | 'open_amount'>;

/** The total of an invoice, and below it the open amount if it differs. */
export function InvoiceAmount({ invoice }: { readonly invoice: Amounts }) {
  const { status, total_amount: total, open_amount: open } = invoice;
  return (
    <Box
      component="span"
      // as narrow as the amount, for the list
      sx={{ display: 'inline-block', width: 'min-content', textAlign: 'right', whiteSpace: 'normal' }}
    >
      {dollarsText(total)}
      {status === 'pending' && open !== total && (
        <Typography component="span" variant="body2" color="text.secondary" sx={{ display: 'block' }}>
          {dollarsText(open)} open
        </Typography>
      )}
    </Box>
  );
}
