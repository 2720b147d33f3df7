import RecordPaymentIcon from '@mui/icons-material/PriceCheckOutlined';
import {
  type Account,
  type BankLine,
  type Collection,
  type Invoice,
  type InvoiceDetail,
  paths,
} from '@portal/contract';
import { useBasename, useListContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { read } from '../../../shared/http/http.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { useToday } from '../../../shared/session/session.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { type ActionVariant, DialogButton, OpenButton } from '../../kit/ActionButton.tsx';
import { Only, useMay } from '../../kit/access.ts';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { checksOf } from './allocation.ts';
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
  const allowed = useMay('money');
  if (!allowed || invoice.status !== 'pending') return null;
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

/** Records what was paid of the selected overdue invoices: of one company as one payment, of several as the checks of a day. */
export function RecordPaymentsButton() {
  const { selectedIds = [] } = useListContext<Collection>();
  const portal = usePortal();
  const open = useDialogs();
  const today = useToday();
  const basename = useBasename();
  const navigate = useNavigate();
  const { isPending, mutate } = useCommand({
    // the selection may be larger than the page
    send: async () => (await portal.getMany<Collection>('collections', { ids: selectedIds })).data,
    failed: { title: 'Error', fallback: 'The invoices could not be loaded.' },
    onDone: (invoices) => {
      const [first] = invoices;
      if (first === undefined) return;
      const { account_id: accountId, is_demo: isDemo } = first;
      if (invoices.some((other) => other.account_id !== accountId || other.is_demo !== isDemo)) {
        void navigate(`${basename}/record-checks`, { state: { checks: checksOf(invoices) } });
        return;
      }
      open((close) => (
        <ReceiptDialog
          name={first.company_name ?? first.invoice_number}
          accountId={accountId}
          isDemo={isDemo}
          chosen={invoices}
          today={today}
          onClose={close}
        />
      ));
    },
  });
  return (
    <Only may="money">
      <OpenButton label="Record payment" icon={RecordPaymentIcon} busy={isPending} onClick={() => mutate()} />
    </Only>
  );
}

interface CompanyPaymentDialogProps {
  /** With `open_amount` the payment begins as all that the company owes. */
  readonly company: Pick<Account, 'id' | 'name' | 'company_name' | 'is_demo_account' | 'open_amount'>;
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
    owed={company.open_amount}
    today={useToday()}
    onClose={onClose}
  />
);

interface CompanyPaymentButtonProps extends Pick<CompanyPaymentDialogProps, 'company'> {
  /** The company's name, where several have the button. */
  readonly of?: string;
  readonly variant?: ActionVariant;
}

export const CompanyPaymentButton = ({ company, ...button }: CompanyPaymentButtonProps) => (
  <DialogButton
    needs="money"
    label="Record payment"
    icon={RecordPaymentIcon}
    variant="icon"
    dialog={(close) => <CompanyPaymentDialog company={company} onClose={close} />}
    {...button}
  />
);
