import { type InvoiceDetail, paths, recordPaymentSchema } from '@portal/contract';
import { dollarsText } from '../../../shared/dollarsText.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { FieldGrid } from '../../../shared/form/FieldGrid.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { ReasonField } from '../../dialogs/ReasonField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { OFFLINE_METHODS } from './offlineMethods.ts';

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
        hint={`${dollarsText(open)} is open. Less leaves the invoice open, more becomes account credit.`}
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
