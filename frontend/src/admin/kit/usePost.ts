import type { QueryClient } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/Form.tsx';
import { request } from '../../shared/http/http.ts';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import { refreshResources } from './live.ts';

export interface PostOptions {
  readonly path: string;
  /** Title of the toast after success (S2-8). */
  readonly done: string;
  /** The toast of a failure where the server gave no text (S2-8). */
  readonly failed: string;
  /** Reads more than the admin's resources again, before the dialog closes: the next one starts with the page's amounts. */
  readonly refresh?: ((client: QueryClient) => Promise<unknown>) | undefined;
  readonly onDone: () => void;
}

/** Posts a form's values; then the pages read again, and a toast reports it. Works inside and outside of react-admin. */
export function usePost<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { path, done, failed, refresh, onDone }: PostOptions,
) {
  const { isPending: busy, mutate } = useCommand({
    send: (body: object) => request('POST', path, body),
    refresh: async (client) => {
      const resources = refreshResources(client);
      if (refresh !== undefined) await Promise.all([resources, refresh(client)]);
    },
    refreshRefused: true,
    done: (_, answer) => {
      const description = wordsOf(answer);
      return { title: done, ...(description === undefined ? {} : { description }) };
    },
    failed: { title: 'Error', fallback: failed },
    onDone,
  });
  const send = (body: object) => {
    if (!busy) mutate(body, { onError: (error) => showServerErrors(form, error) });
  };
  return { busy, send };
}
