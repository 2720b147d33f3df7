import Typography from '@mui/material/Typography';
import { type InvoiceDetail, paths, reversePaymentSchema } from '@portal/contract';
import { dateText } from '../../../shared/dateText.ts';
import { dollarsText } from '../../../shared/dollarsText.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { reversiblePayments } from './invoiceVerbs.ts';
import { OFFLINE_METHODS } from './offlineMethods.ts';

type Payment = InvoiceDetail['payments'][number];

function nameOf({ amount, kind, reference, paid_on }: Payment): string {
  const by = OFFLINE_METHODS.find(({ value }) => value === kind)?.label ?? kind;
  return `${dollarsText(amount)}, ${by} ${reference ?? ''}, ${dateText(paid_on)}`;
}

interface ReversePaymentDialogProps {
  readonly invoice: Pick<InvoiceDetail, 'id' | 'invoice_number' | 'payments'>;
  readonly onClose: () => void;
}

/** Takes a recorded payment back: a check that bounced, or one recorded by mistake. */
export function ReversePaymentDialog({ invoice, onClose }: ReversePaymentDialogProps) {
  const payments = reversiblePayments(invoice);
  const [only] = payments;
  const form = useZodForm(reversePaymentSchema, {
    payment_id: payments.length === 1 && only !== undefined ? only.id : '',
    reason: '',
  });
  return (
    <InvoiceForm
      title={`Reverse a payment of ${invoice.invoice_number}`}
      form={form}
      submitLabel="Reverse payment"
      path={paths.admin.reverseInvoicePayment(invoice.id)}
      done="Payment reversed"
      failed="Failed to reverse payment"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The payment does not count any more and its amount is open again. Account credit that came of it is
        taken back. The dealer is told by e-mail, with the reason.
      </Typography>
      <ChoiceField
        form={form}
        name="payment_id"
        label="Payment"
        blank="Select"
        choices={payments.map((payment) => ({ value: payment.id, label: nameOf(payment) }))}
      />
      <Field form={form} name="reason" label="Reason" hint="For example: the check bounced." required />
    </InvoiceForm>
  );
}
