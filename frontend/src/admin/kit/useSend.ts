import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/problems.tsx';
import { messageOf } from '../../shared/http/http.ts';
import { refreshResources } from './live.ts';

interface SendOptions {
  /** Title of the toast after success (S2-8). */
  readonly done: string;
  /** The toast of a failure where the server gave no text (S2-8). */
  readonly failed: string;
  readonly close: () => void;
  /** Handles an error in a special way; false where it does not. */
  readonly caught?: (error: unknown) => boolean;
}

/** Sends a dialog's form once at a time; then the dialog closes, a toast reports it and the pages read again. */
export function useSend<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { done, failed, close, caught }: SendOptions,
) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { isPending: busy, mutate } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess() {
      close();
      notify(done, { type: 'success' });
      void refreshResources(queryClient);
    },
    onError(error) {
      if (caught?.(error)) return;
      showServerErrors(form, error);
      notify(messageOf(error, failed), { type: 'error' });
    },
  });
  const send = (call: () => Promise<unknown>) => {
    if (!busy) mutate(call);
  };
  return { busy, send };
}
