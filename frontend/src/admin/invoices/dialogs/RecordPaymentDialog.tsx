import { type InvoiceDetail, paths, recordPaymentSchema } from '@portal/contract';
import { dollarsText } from '../../../shared/dollarsText.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { FieldGrid } from '../../../shared/form/FieldGrid.tsx';
import { FixedField } from '../../../shared/form/FixedField.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { today } from '../../../shared/today.ts';
import { ReasonField } from '../../dialogs/ReasonField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { OFFLINE_METHODS } from './offlineMethods.ts';

interface RecordPaymentDialogProps {
  readonly invoice: Pick<InvoiceDetail, 'id' | 'invoice_number' | 'total_amount'>;
  readonly onClose: () => void;
}

/** A check or bank transfer that came in, always over the whole amount. */
export function RecordPaymentDialog({ invoice, onClose }: RecordPaymentDialogProps) {
  const form = useZodForm(recordPaymentSchema, { paid_on: today(), reference: '', reason: '' });
  return (
    <InvoiceForm
      title={`Record payment of ${invoice.invoice_number}`}
      form={form}
      submitLabel="Record payment"
      path={paths.admin.recordInvoicePayment(invoice.id)}
      done="Payment recorded"
      failed="Failed to record payment"
      onClose={onClose}
    >
      <FixedField
        id="whole_amount"
        label="Amount"
        value={dollarsText(invoice.total_amount)}
        hint="Always the whole amount of the invoice."
      />
      <FieldGrid>
        <ChoiceField form={form} name="method" label="Paid by" blank="Select" choices={OFFLINE_METHODS} />
        <Field form={form} name="paid_on" label="Paid on" type="date" required />
      </FieldGrid>
      <Field form={form} name="reference" label="Reference" hint="Check number or ACH trace." required />
      <ReasonField form={form} />
    </InvoiceForm>
  );
}
