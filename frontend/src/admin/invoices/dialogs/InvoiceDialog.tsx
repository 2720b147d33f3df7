import type { InvoiceDetail } from '@portal/contract';
import { CreditDialog, RefundDialog } from './AmountDialogs.tsx';
import AssociateDialog from './AssociateDialog.tsx';
import type { InvoiceVerb } from './invoiceVerbs.ts';
import { ReissueDialog, VoidDialog } from './ReasonDialogs.tsx';
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx';
import { ReversePaymentDialog } from './ReversePaymentDialog.tsx';

interface InvoiceDialogProps {
  readonly verb: InvoiceVerb;
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

/** The dialog of a verb. It sends, tells and refreshes by itself. */
export default function InvoiceDialog({ verb, invoice, onClose }: InvoiceDialogProps) {
  const props = { invoice, onClose };
  switch (verb) {
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
    case 'void':
      return <VoidDialog {...props} />;
    case 'reissue':
      return <ReissueDialog {...props} />;
  }
}
