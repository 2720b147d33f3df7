import { Box } from '@mui/material';
import type { Invoice } from '@portal/contract';
import type { ReactNode } from 'react';
import { useUserOrNull } from '../../shared/session/session.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
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

/** Neither paid nor open: Canceled, also where administrators read that it is written off (rule B34). */
function Closed({ invoice }: { readonly invoice: Shown }) {
  const label = useUserOrNull()?.is_admin && invoice.status === 'written_off' ? 'Written off' : 'Canceled';
  return <StatusBadge tone="neutral">{label}</StatusBadge>;
}

interface InvoiceStatusProps {
  readonly invoice: Shown;
  /** On the invoice itself: 'Paid on' and 'Due on' with their days. */
  readonly dated?: boolean;
}

/** Paid, Open, or Canceled for any other status (S2-2, S2-3). */
export function InvoiceStatus({ invoice, dated = false }: InvoiceStatusProps) {
  return (
    <WithDispute dispute={invoice.dispute}>
      <Status invoice={invoice} dated={dated} />
    </WithDispute>
  );
}

function Status({ invoice, dated }: Required<InvoiceStatusProps>) {
  const { status, due_date: due, payment_date: paid, is_refunded, is_overdue } = invoice;
  if (status === 'paid')
    return (
      <StatusBadge tone="success" detail={!dated && is_refunded === true && 'refunded'}>
        {dated ? `Paid on ${dateText(paid ?? due)}` : 'Paid'}
      </StatusBadge>
    );
  if (status !== 'pending') return <Closed invoice={invoice} />;
  return (
    <StatusBadge tone={is_overdue ? 'error' : 'warning'} detail={is_overdue && 'overdue'}>
      {dated ? `Due on ${dateText(due)}` : 'Open'}
    </StatusBadge>
  );
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
        <Muted component="span" sx={{ display: 'block' }}>
          {dollarsText(open)} open
        </Muted>
      )}
    </Box>
  );
}
