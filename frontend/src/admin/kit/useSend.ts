import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/problems.tsx';
import { messageOf } from '../../shared/http/http.ts';
import { refreshResources } from './live.ts';

interface SendOptions {
  /** Title of the toast after success (S2-8). */
  readonly done: string;
  /** Said where the server gave no words (S2-8). */
  readonly failed: string;
  readonly close: () => void;
  /** The form is still there afterwards and can be sent again. */
  readonly stays?: boolean;
  /** Takes a refusal that is no plain one; answers whether it did. */
  readonly caught?: (error: unknown) => boolean;
}

/** Sends what a dialog's form holds: once at a time, then a toast, the pages read again and the dialog closes. */
export function useSend<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { done, failed, close, stays = false, caught }: SendOptions,
) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const send = async (call: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await call();
    } catch (error) {
      setBusy(false);
      if (caught?.(error)) return;
      showServerErrors(form, error);
      notify(messageOf(error, failed), { type: 'error' });
      return;
    }
    close();
    if (stays) setBusy(false);
    notify(done, { type: 'success' });
    await refreshResources(queryClient);
  };
  return { busy, send };
}
