import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { refreshInvoices } from '../../../dealer/invoicing/reads.ts';
import { showServerErrors } from '../../../shared/form/useZodForm.ts';
import { messageOf, request } from '../../../shared/http/http.ts';
import { toast } from '../../../shared/toast/toasts.ts';
import { refreshResources } from '../../live/refreshResources.ts';
import { wordsOf } from './wordsOf.ts';

export interface CommandOptions {
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
