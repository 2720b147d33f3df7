import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { showServerErrors } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import { ChoiceField } from '../kit/fields.tsx';
import { refreshResources } from '../kit/live.ts';

interface CommandOptions {
  /** POST there. */
  readonly path: string;
  /** Title of the toast after success. */
  readonly done: string;
  /** Said where the server gave no words. */
  readonly failed: string;
  readonly close: () => void;
}

/**
 * Sends a command about an invoice; then the pages that show invoices read again, the dialog closes, and a toast
 * reports it. Works inside and outside of react-admin.
 */
export function useInvoiceCommand<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { path, done, failed, close }: CommandOptions,
) {
  const command = useCommand({
    send: (body: object) => request('POST', path, body),
    // before the dialog closes: the next one starts with the page's amounts
    refresh: (client) => Promise.all([refreshResources(client), refreshInvoices(client)]),
    refreshRefused: true,
    done: (_, answer) => {
      const description = wordsOf(answer);
      return { title: done, ...(description === undefined ? {} : { description }) };
    },
    failed: { title: 'Error', fallback: failed },
    onDone: close,
  });
  const send = (body: object) => {
    if (!command.isPending) command.mutate(body, { onError: (error) => showServerErrors(form, error) });
  };
  return { busy: command.isPending, send };
}

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

/** A step before the command is sent. */
interface FirstStep<Output> {
  /** Whether it is still to be done. */
  readonly isNext: boolean;
  readonly asking: boolean;
  readonly show: (values: Output) => void;
}

interface InvoiceFormProps<Input extends FieldValues, Output extends object>
  extends Omit<CommandOptions, 'close'> {
  readonly title: string;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly firstStep?: FirstStep<Output>;
  /** The request's body; the form's values by default. */
  readonly bodyOf?: (values: Output) => object;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose form is one command about an invoice. */
export function InvoiceForm<Input extends FieldValues, Output extends object>(
  props: InvoiceFormProps<Input, Output>,
) {
  const { title, form, submitLabel, busyLabel = 'Saving...', firstStep, onClose, children } = props;
  const { bodyOf = (values: Output) => values, path, done, failed } = props;
  const { busy, send } = useInvoiceCommand(form, { path, done, failed, close: onClose });
  const asking = firstStep?.asking === true;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      form={form}
      busy={busy || asking}
      busyLabel={asking ? 'Reading...' : busyLabel}
      submitLabel={firstStep?.isNext === true ? 'Show before and after' : submitLabel}
      onSubmit={form.handleSubmit((values) =>
        firstStep?.isNext === true ? firstStep.show(values) : send(bodyOf(values)),
      )}
    >
      {children}
    </FormDialog>
  );
}
