import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { FormBody, FormDialog } from '../../shared/form/FormDialog.tsx';
import { showServerErrors } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
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
 * Sends what a dialog about an invoice holds; then every page that shows invoices reads again, the dialog closes, and a
 * toast says so. Works on the invoice's own page and inside the back office alike.
 */
export function useInvoiceCommand<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { path, done, failed, close }: CommandOptions,
) {
  const command = useCommand({
    send: (body: object) => request('POST', path, body),
    // first: a dialog that is opened next begins with the page's figures
    refresh: (client) => Promise.all([refreshResources(client), refreshInvoices(client)]),
    // somebody else may have been faster
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
