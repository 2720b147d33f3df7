import { Box } from '@mui/material';
import { neededReasonSchema } from '@portal/contract';
import { createContext, use } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ReasonField } from '../../shared/form/Field.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog, type FormDialogProps } from '../../shared/form/FormDialog.tsx';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import type { ToastSubject } from '../../shared/toast/toasts.ts';
import { refreshResources } from './live.ts';

/** What an open dialog is about, which the toast after it names. */
export const SubjectContext = createContext<ToastSubject | undefined>(undefined);

interface FormCommand<Values> {
  /** Sends the checked values. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Title of the toast after success (S2-8). */
  readonly done: string;
  /** What the toast names from the answer; by default what the dialog is about. */
  readonly subjectOf?: (answer: unknown) => ToastSubject | undefined;
  /** The toast of a failure where the server gave no text (S2-8). */
  readonly failed: string;
  /** False where `onDone` has the pages read again. */
  readonly refreshes?: boolean;
  /** Called once the pages have read again: the next dialog starts with their amounts. */
  readonly onDone?: (() => void) | undefined;
  /** Handles an error in a special way; false where it does not. */
  readonly caught?: (error: unknown) => boolean;
}

/**
 * Sends a form's command once at a time; then the pages read again, and a toast reports it. The server's errors show at
 * their fields. Works inside and outside of react-admin.
 */
export function useFormCommand<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { send, done, subjectOf, failed, refreshes = true, onDone, caught }: FormCommand<Output>,
) {
  const subject = use(SubjectContext);
  const { isPending: busy, mutate } = useCommand({
    send,
    refresh: async (client) => {
      if (refreshes) await refreshResources(client);
    },
    refreshRefused: true,
    done: (_, answer) => ({
      title: done,
      description: wordsOf(answer),
      subject: subjectOf?.(answer) ?? subject,
    }),
    failed: { title: 'Error', fallback: failed },
    onDone,
  });
  return {
    busy,
    send: (values: Output) => {
      if (!busy) mutate(values, { onError: (error) => caught?.(error) || showServerErrors(form, error) });
    },
  };
}

export interface CommandDialogProps<Input extends FieldValues, Output>
  extends Omit<FormCommand<Output>, 'caught'>,
    Omit<FormDialogProps<Input, Output>, 'busy' | 'keepAs' | 'onSubmit'> {
  /** Identifies the record: entries are kept if the session ends. */
  readonly keepAs: string;
  /** A step before the command is sent, e.g. a preview. */
  readonly firstStep?: {
    /** Whether it is still to be done. */
    readonly isNext: boolean;
    readonly asking: boolean;
    readonly show: (values: Output) => void;
    readonly label: string;
    readonly busyLabel: string;
  };
}

/** A dialog whose form is sent as one command. */
export function CommandDialog<Input extends FieldValues, Output>(props: CommandDialogProps<Input, Output>) {
  const { send, done, subjectOf, failed, refreshes = true, onDone, firstStep, ...dialog } = props;
  const { form, onClose, submitLabel, busyLabel } = dialog;
  const command = useFormCommand(form, {
    send,
    done,
    ...(subjectOf && { subjectOf }),
    failed,
    refreshes,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  const asking = firstStep?.asking === true;
  return (
    <FormDialog
      {...dialog}
      busy={command.busy || asking}
      busyLabel={asking ? firstStep.busyLabel : busyLabel}
      submitLabel={firstStep?.isNext ? firstStep.label : submitLabel}
      onSubmit={form.handleSubmit(firstStep?.isNext ? firstStep.show : command.send)}
    />
  );
}

interface ReasonDialogProps
  extends Omit<CommandDialogProps<{ reason: string }, { readonly reason: string }>, 'form'> {
  /** Of the reason. */
  readonly hint?: string;
}

/** A dialog whose command needs nothing but a reason. */
export function ReasonDialog({ hint, children, ...dialog }: ReasonDialogProps) {
  const form = useZodForm(neededReasonSchema, { reason: '' });
  return (
    <CommandDialog {...dialog} form={form}>
      {children}
      <ReasonField needed {...(hint !== undefined && { hint })} />
    </CommandDialog>
  );
}

/** What follows from a command, one line each. */
export const Consequences = ({ id, lines }: { readonly id?: string; readonly lines: readonly string[] }) => (
  <Box component="ul" id={id} sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Box>
);
