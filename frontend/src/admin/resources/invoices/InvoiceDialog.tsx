import { CreditDialog, type InvoiceDialogProps, RefundDialog, VoidDialog } from './AmountDialogs.tsx';
import AssociateDialog from './AssociateDialog.tsx';
import type { InvoiceAction } from './actions.ts';
import { CorrectPaidDialog, ReissueDialog } from './CorrectDialogs.tsx';
import { MoveDialog, PayOutDialog } from './CreditDialogs.tsx';
import { RecordPaymentDialog, ReversePaymentDialog } from './PaymentDialogs.tsx';

/** The dialog of an action, which sends the command. */
export default function InvoiceDialog({
  action,
  ...props
}: InvoiceDialogProps & { readonly action: InvoiceAction }) {
  switch (action) {
    case 'associate':
      return <AssociateDialog {...props} />;
    case 'recordPayment':
      return <RecordPaymentDialog {...props} />;
    case 'reversePayment':
      return <ReversePaymentDialog {...props} />;
    case 'move':
      return <MoveDialog {...props} />;
    case 'payOut':
      return <PayOutDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'credit':
      return <CreditDialog {...props} />;
    case 'correct':
      return props.invoice.status === 'paid' ? (
        <CorrectPaidDialog {...props} />
      ) : (
        <ReissueDialog {...props} />
      );
    case 'void':
      return <VoidDialog {...props} />;
    case 'reissue':
      return <ReissueDialog {...props} />;
  }
}
