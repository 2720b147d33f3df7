import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { ChoiceField } from '../kit/fields.tsx';
import { PostDialog, type PostDialogProps } from '../kit/PostDialog.tsx';

/** How money moves outside of the portal. */
export const OFFLINE_METHODS = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
] as const;

interface OfflineFieldsProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** Of the labels `Paid by` and `Paid on`. */
  readonly verb: 'Paid' | 'Sent';
  readonly day: FieldPath<Input>;
  /** Days to choose from. */
  readonly days?: { readonly first: string; readonly last: string };
}

/** How, when and under which reference money moved by check or ACH. */
export function OfflineFields<Input extends FieldValues, Output>(props: OfflineFieldsProps<Input, Output>) {
  const { form, verb, day, days } = props;
  const method = 'method' as FieldPath<Input>;
  const reference = 'reference' as FieldPath<Input>;
  return (
    <>
      <FieldGrid>
        <ChoiceField
          form={form}
          name={method}
          label={`${verb} by`}
          blank="Select"
          choices={OFFLINE_METHODS}
        />
        <Field form={form} name={day} label={`${verb} on`} type="date" {...(days && { days })} required />
      </FieldGrid>
      <Field form={form} name={reference} label="Reference" hint="Check number or ACH trace." required />
    </>
  );
}

interface AmountFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly hint: string;
}

export function AmountField<Input extends FieldValues, Output>({
  form,
  hint,
}: AmountFieldProps<Input, Output>) {
  return (
    <Field form={form} name={'amount' as FieldPath<Input>} label="Amount in dollars" hint={hint} required />
  );
}

/** A {@link PostDialog} for a command about an invoice; the pages that show invoices are read again. */
export const InvoiceForm = <Input extends FieldValues, Output extends object>(
  props: PostDialogProps<Input, Output>,
) => <PostDialog {...props} refresh={refreshInvoices} />;
