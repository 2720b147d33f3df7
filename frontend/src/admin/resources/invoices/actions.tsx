import RecordPaymentIcon from '@mui/icons-material/PriceCheckOutlined';
import { type Account, type BankLine, type Invoice, type InvoiceDetail, paths } from '@portal/contract';
import { read } from '../../../shared/http/http.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { useToday } from '../../../shared/session/session.ts';
import { type ActionVariant, OpenButton } from '../../kit/ActionButton.tsx';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { RecordPaymentDialog } from './PaymentDialogs.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';

interface RecordPaymentButtonProps {
  readonly invoice: Pick<Invoice, 'id' | 'invoice_number' | 'status'>;
  readonly variant?: ActionVariant;
}

/** Records the payment of an open invoice from a list. */
export function RecordPaymentButton({ invoice, variant = 'icon' }: RecordPaymentButtonProps) {
  const open = useDialogs();
  // the form begins with the amount that is open now
  const { isPending, mutate } = useCommand({
    send: () => read(paths.admin.invoice(invoice.id)) as Promise<InvoiceDetail>,
    failed: { title: 'Error', fallback: 'The invoice could not be loaded.' },
    onDone: (detail) => open((close) => <RecordPaymentDialog invoice={detail} onClose={close} />),
  });
  if (invoice.status !== 'pending') return null;
  return (
    <OpenButton
      label="Record payment"
      of={invoice.invoice_number}
      icon={RecordPaymentIcon}
      variant={variant}
      onClick={() => !isPending && mutate()}
    />
  );
}

interface CompanyPaymentDialogProps {
  readonly company: Account;
  /** The bank's line that the money is. */
  readonly line?: BankLine | undefined;
  readonly onClose: () => void;
}

/** Records a payment of a company over its open invoices. */
export const CompanyPaymentDialog = ({ company, line, onClose }: CompanyPaymentDialogProps) => (
  <ReceiptDialog
    name={company.company_name || company.name}
    accountId={company.id}
    isDemo={company.is_demo_account}
    line={line}
    today={useToday()}
    onClose={onClose}
  />
);
