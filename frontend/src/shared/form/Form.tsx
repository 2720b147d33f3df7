import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { KeptEntries } from './KeptEntries.tsx';
import { FormProblems, showServerErrors } from './problems.tsx';

/** As much of a mutation as a form needs. */
export interface FormCall<Body> {
  readonly isPending: boolean;
  readonly mutate: (
    body: Body,
    options: { readonly onSuccess: () => void; readonly onError: (error: Error) => void },
  ) => void;
}

interface FormProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly label: string;
  /** Sends the checked values, once at a time; the server's field errors show in the form. */
  readonly call: FormCall<Output>;
  /** Identifies form and record: entries are kept if the session ends. */
  readonly keepAs?: string;
  readonly children: ReactNode;
}

/** A form that is sent with one call. */
export function Form<Input extends FieldValues, Output>({
  form,
  label,
  call,
  keepAs,
  children,
}: FormProps<Input, Output>) {
  const { errors, submitCount } = form.formState;
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={form.handleSubmit((values) => {
        if (call.isPending) return;
        call.mutate(values, {
          onSuccess: () => {
            // what is saved is no entry to keep
            if (keepAs !== undefined) form.reset(form.getValues());
          },
          onError: (error) => showServerErrors(form, error),
        });
      })}
    >
      {keepAs !== undefined && <KeptEntries form={form} name={keepAs} below={2.5} />}
      {children}
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'sx' | 'variant'> {
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly children: string;
}

/** Submits its form. It keeps the focus while busy; the form refuses a second submit. */
export function SubmitButton({ busy, busyLabel, children, ...look }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" {...look} aria-disabled={busy}>
      {busy ? busyLabel : children}
    </Button>
  );
}
