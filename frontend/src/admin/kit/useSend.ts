import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/Form.tsx';
import { useCommand } from '../../shared/http/useCommand.ts';
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
  const { isPending: busy, mutate } = useCommand({
    send: (call: () => Promise<unknown>) => call(),
    // the dialog doesn't wait for the pages
    refresh: async (client) => void refreshResources(client),
    onDone: close,
    done: { title: done },
    failed: { title: 'Error', fallback: failed },
  });
  const send = (call: () => Promise<unknown>) => {
    if (!busy) mutate(call, { onError: (error) => caught?.(error) || showServerErrors(form, error) });
  };
  return { busy, send };
}
