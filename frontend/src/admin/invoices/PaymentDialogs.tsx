import Typography from '@mui/material/Typography';
import { type InvoiceDetail, paths, recordPaymentSchema, reversePaymentSchema } from '@portal/contract';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { ReasonField } from '../../shared/form/FormDialog.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { ChoiceField } from '../kit/fields.tsx';
import { reversiblePayments } from './actions.ts';
import { InvoiceForm, OFFLINE_METHODS } from './parts.tsx';

interface RecordPaymentDialogProps {
  readonly invoice: Pick<InvoiceDetail, 'id' | 'invoice_number' | 'invoice_date' | 'open_amount' | 'today'>;
  readonly onClose: () => void;
}

/** A check or bank transfer that came in, over what is open unless the administrator enters another amount. */
export function RecordPaymentDialog({ invoice, onClose }: RecordPaymentDialogProps) {
  const { id, invoice_number: number, invoice_date: issued, open_amount: open, today } = invoice;
  const form = useZodForm(recordPaymentSchema, {
    amount: open.toFixed(2),
    paid_on: today,
    reference: '',
    reason: '',
  });
  return (
    <InvoiceForm
      title={`Record payment of ${number}`}
      form={form}
      submitLabel="Record payment"
      path={paths.admin.recordInvoicePayment(id)}
      done="Payment recorded"
      failed="Failed to record payment"
      onClose={onClose}
    >
      <Field
        form={form}
        name="amount"
        label="Amount in dollars"
        hint={`${dollarsText(open)} is open. A lower amount leaves the invoice open, an excess becomes account credit.`}
        required
      />
      <FieldGrid>
        <ChoiceField form={form} name="method" label="Paid by" blank="Select" choices={OFFLINE_METHODS} />
        <Field
          form={form}
          name="paid_on"
          label="Paid on"
          type="date"
          days={{ first: issued, last: today }}
          required
        />
      </FieldGrid>
      <Field form={form} name="reference" label="Reference" hint="Check number or ACH trace." required />
      <ReasonField form={form} />
    </InvoiceForm>
  );
}

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
        The amount is due again, and account credit from this payment is taken back. The dealer gets an e-mail
        with the reason.
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
