import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { showServerErrors } from '../../shared/form/useZodForm.ts';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { FormBody, FormDialog } from '../kit/FormDialog.tsx';
import { refreshResources } from '../kit/live.ts';

/** The answer's own words about what was done; undefined where it has none. */
export function wordsOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  return typeof answer.message === 'string' ? answer.message : undefined;
}

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
 * Sends what a dialog about an invoice holds: once at a time, then every page that shows invoices reads again, the dialog
 * closes, and a toast says so. Works on the invoice's own page and inside the back office alike.
 */
export function useInvoiceCommand<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { path, done, failed, close }: CommandOptions,
) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = () => Promise.all([refreshResources(client), refreshInvoices(client)]);
  const send = async (body: object): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const description = wordsOf(await request('POST', path, body));
      // first: a dialog that is opened next begins with the page's figures
      await refresh();
      close();
      toast({ title: done, ...(description === undefined ? {} : { description }) });
    } catch (error) {
      setBusy(false);
      showServerErrors(form, error);
      toast({ title: 'Error', description: messageOf(error, failed), variant: 'destructive' });
      // somebody else may have been faster
      await refresh();
    }
  };
  return { busy, send };
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
