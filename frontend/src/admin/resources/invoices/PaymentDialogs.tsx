import Typography from '@mui/material/Typography';
import { type InvoiceDetail, paths, recordPaymentSchema, reversePaymentSchema } from '@portal/contract';
import { CheckField, Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dateText, dollarsText } from '../../../shared/text.ts';
import type { InvoiceDialogProps } from './AmountDialogs.tsx';
import { reversiblePayments } from './actions.ts';
import { AmountField, InvoiceForm, OFFLINE_METHODS, OfflineFields } from './parts.tsx';

/** Records a check or bank transfer; a check of today for the open amount is the default. */
export function RecordPaymentDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { id, invoice_number: number, invoice_date: issued, status, open_amount: open, today } = invoice;
  const form = useZodForm(recordPaymentSchema, {
    amount: open.toFixed(2),
    method: 'check',
    paid_on: today,
    reference: '',
    reason: '',
    record_again: false,
  });
  const { errors } = form.formState;
  const isRepeated = errors.record_again !== undefined || form.watch('record_again') === true;
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
      <AmountField
        hint={
          status === 'canceled'
            ? `${dollarsText(open)} of its credit is to be repaid. The invoice stays canceled.`
            : `${dollarsText(open)} is open. A lower amount leaves the invoice open, an excess becomes account credit.`
        }
      />
      <OfflineFields verb="Paid" day="paid_on" days={{ first: issued, last: today }} />
      <ReasonField />
      {isRepeated && <CheckField name="record_again" label="This is another payment: record it again" />}
    </InvoiceForm>
  );
}

type Payment = InvoiceDetail['payments'][number];

function nameOf({ amount, kind, reference, paid_on }: Payment): string {
  const by = OFFLINE_METHODS.find(({ value }) => value === kind)?.label ?? kind;
  return `${dollarsText(amount)}, ${by} ${reference ?? ''}, ${dateText(paid_on)}`;
}

/** Reverses a recorded payment, e.g. a bounced check. */
export function ReversePaymentDialog({ invoice, onClose }: InvoiceDialogProps) {
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
        The amount is due again, and account credit from this payment is taken back, also from invoices that
        it paid. The dealer gets an email with the reason.
      </Typography>
      <Field
        name="payment_id"
        label="Payment"
        blank="Select"
        options={payments.map((payment) => ({ value: payment.id, label: nameOf(payment) }))}
        required
      />
      <Field name="reason" label="Reason" hint="For example: the check bounced." required />
    </InvoiceForm>
  );
}
