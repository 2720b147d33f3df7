import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { showServerErrors } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import { refreshResources } from './live.ts';

interface PostOptions {
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

/** A step before the command is sent. */
interface FirstStep<Output> {
  /** Whether it is still to be done. */
  readonly isNext: boolean;
  readonly asking: boolean;
  readonly show: (values: Output) => void;
}

export interface PostDialogProps<Input extends FieldValues, Output extends object>
  extends Omit<PostOptions, 'onDone'> {
  readonly title: string;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly firstStep?: FirstStep<Output>;
  /** The request's body; the form's values by default. */
  readonly bodyOf?: (values: Output) => object;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose form is one POST. */
export function PostDialog<Input extends FieldValues, Output extends object>(
  props: PostDialogProps<Input, Output>,
) {
  const { title, form, submitLabel, busyLabel = 'Saving...', firstStep, onDone, onClose, children } = props;
  const { bodyOf = (values: Output) => values, path, done, failed, refresh } = props;
  const { busy, send } = usePost(form, {
    path,
    done,
    failed,
    refresh,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
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
