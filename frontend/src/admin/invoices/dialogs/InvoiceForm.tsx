import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormBody } from '../../dialogs/FormBody.tsx';
import { FormDialog } from '../../dialogs/FormDialog.tsx';
import { type CommandOptions, useInvoiceCommand } from './useInvoiceCommand.ts';

interface InvoiceFormProps<Input extends FieldValues, Output extends object>
  extends Omit<CommandOptions, 'close'> {
  readonly title: string;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submitLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose form is one command about an invoice. */
export function InvoiceForm<Input extends FieldValues, Output extends object>(
  props: InvoiceFormProps<Input, Output>,
) {
  const { title, form, submitLabel, onClose, children, ...command } = props;
  const { busy, send } = useInvoiceCommand(form, { ...command, close: onClose });
  return (
    <FormDialog title={title} onClose={onClose}>
      {(frame) => (
        <FormBody
          frame={frame}
          form={form}
          busy={busy}
          submitLabel={submitLabel}
          onSubmit={form.handleSubmit(send)}
        >
          {children}
        </FormBody>
      )}
    </FormDialog>
  );
}
