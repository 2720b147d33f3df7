import type { InvoiceDetail } from '@portal/contract';
import { CreditDialog, RefundDialog, VoidDialog } from './AmountDialogs.tsx';
import AssociateDialog from './AssociateDialog.tsx';
import type { InvoiceAction } from './actions.ts';
import { CorrectPaidDialog, ReissueDialog } from './CorrectDialogs.tsx';
import { RecordPaymentDialog, ReversePaymentDialog } from './PaymentDialogs.tsx';

interface InvoiceDialogProps {
  readonly action: InvoiceAction;
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

/** The dialog of an action. It sends, tells and refreshes by itself. */
export default function InvoiceDialog({ action, invoice, onClose }: InvoiceDialogProps) {
  const props = { invoice, onClose };
  switch (action) {
    case 'associate':
      return <AssociateDialog {...props} />;
    case 'recordPayment':
      return <RecordPaymentDialog {...props} />;
    case 'reversePayment':
      return <ReversePaymentDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'credit':
      return <CreditDialog {...props} />;
    case 'correct':
      return invoice.status === 'paid' ? <CorrectPaidDialog {...props} /> : <ReissueDialog {...props} />;
    case 'void':
      return <VoidDialog {...props} />;
    case 'reissue':
      return <ReissueDialog {...props} />;
  }
}
