import { Box, Button } from '@mui/material';
import type { InvoiceDetail } from '@portal/contract';
import { type ComponentType, useState } from 'react';
import { useMay } from '../../kit/access.ts';
import { SubjectContext } from '../../kit/CommandDialog.tsx';
import {
  AssociateDialog,
  CreditDialog,
  correctDialogOf,
  RefundDialog,
  ReissueDialog,
  TakeWriteOffBackDialog,
  VoidDialog,
  WriteOffDialog,
} from './CorrectDialogs.tsx';
import {
  MoveDialog,
  PayOutDialog,
  RecordPaymentDialog,
  ReversePaymentDialog,
  reversiblePayments,
} from './PaymentDialogs.tsx';
import type { InvoiceDialogProps } from './parts.tsx';

type Action = readonly [label: string, Dialog: ComponentType<InvoiceDialogProps>];

/** The actions that an invoice's state allows, in the order of the buttons; the server checks them again. */
function actionsOf(invoice: InvoiceDetail): readonly Action[] {
  const {
    status,
    correctable,
    movable = [],
    open_amount,
    unused_credit_amount,
    replaced_by,
    written_off_amount,
    dispute,
  } = invoice;
  const { refund = 0, credit = 0 } = correctable ?? {};
  const [isOpen, isPaid, isVoid] = [status === 'pending', status === 'paid', status === 'canceled'];
  const actions: readonly (readonly [boolean, string, Action[1] | undefined])[] = [
    [true, 'Link to a site', AssociateDialog],
    // of a voided one, what is to be repaid of its credit
    [isOpen || (isVoid && open_amount > 0), 'Record payment', RecordPaymentDialog],
    [reversiblePayments(invoice).length > 0, 'Reverse payment', ReversePaymentDialog],
    [(isOpen || isPaid) && movable.length > 0, 'Move payment', MoveDialog],
    [true, 'Correct', correctDialogOf(invoice)],
    [isPaid && refund > 0, 'Refund', RefundDialog],
    [isPaid && credit > 0, 'Credit', CreditDialog],
    [unused_credit_amount > 0, 'Pay out credit', PayOutDialog],
    [isOpen && dispute !== 'open', 'Write off', WriteOffDialog],
    [written_off_amount > 0, 'Take write-off back', TakeWriteOffBackDialog],
    [isOpen && written_off_amount === 0, VOID, VoidDialog],
    [isVoid && replaced_by === null, 'Reissue', ReissueDialog],
  ];
  return actions.flatMap(([isOffered, label, Dialog]) => (isOffered && Dialog ? [[label, Dialog]] : []));
}

const VOID = 'Void';

/** The administrators' buttons on an invoice, each with its dialog. Works without react-admin, on /invoicing/{id}. */
export default function InvoiceTools({ invoice }: { readonly invoice: InvoiceDetail }) {
  const mayChange = useMay('money');
  const [Dialog, setDialog] = useState<ComponentType<InvoiceDialogProps> | null>(null);
  if (!mayChange) return null;
  return (
    <Box
      role="group"
      aria-label="Administration of this invoice"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2.5 }}
    >
      {actionsOf(invoice).map(([label, Asking]) => (
        <Button
          key={label}
          size="small"
          variant="outlined"
          color={label === VOID ? 'error' : 'primary'}
          aria-haspopup="dialog"
          onClick={() => setDialog(() => Asking)}
        >
          {label}
        </Button>
      ))}
      {Dialog && (
        <SubjectContext value={{ text: invoice.invoice_number }}>
          <Dialog invoice={invoice} onClose={() => setDialog(null)} />
        </SubjectContext>
      )}
    </Box>
  );
}
