import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, type ButtonProps } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { PLAIN } from '@portal/contract';
import type { ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import type { z } from 'zod';
import { HttpError } from '../http/http.ts';
import { KeptEntries } from './KeptEntries.tsx';

/** A form checked by a schema of @portal/contract: on submit, then on change. The first error gets the focus. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  /** '' also for a select without a choice: a form is changed where its values differ from these. */
  defaultValues: { readonly [Name in keyof Input]?: Input[Name] | '' },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, PLAIN),
    defaultValues: defaultValues as DefaultValues<Input>,
    shouldFocusError: true,
  });
}

/** Announces to screen readers how many fields of the form around it need a correction. */
export function FormProblems() {
  const { errors, submitCount } = useFormContext().formState;
  const count = Object.keys(errors).length;
  const text = count === 1 ? '1 field needs a correction.' : `${count} fields need a correction.`;
  return (
    <Box role="alert" sx={visuallyHidden}>
      {count > 0 && <span key={submitCount}>{text}</span>}
    </Box>
  );
}

/**
 * Sets the server's `errors[]` on the fields they name and focuses the first. Errors that name no field of the form are
 * left to the caller. @returns whether any was set
 */
export function showServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  if (!(error instanceof HttpError)) return false;
  const known = error.errors.filter(({ path }) => path in form.getValues());
  known.forEach(({ path, message }, index) => {
    form.setError(path as FieldPath<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}

/** As much of a mutation as a form needs. */
export interface FormCall<Body> {
  readonly isPending: boolean;
  readonly mutate: (
    body: Body,
    options: { readonly onSuccess: () => void; readonly onError: (error: Error) => void },
  ) => void;
}

/** Sends the checked values, once at a time; the server's field errors show in the form. */
export const submitOf = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  call: FormCall<Output>,
  onSuccess: () => void = () => undefined,
) =>
  form.handleSubmit((values) => {
    if (call.isPending) return;
    call.mutate(values, { onSuccess, onError: (error) => showServerErrors(form, error) });
  });

interface FormProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly label: string;
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
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={label}
        onSubmit={submitOf(form, call, () => {
          // what is saved is no entry to keep
          if (keepAs !== undefined) form.reset(form.getValues());
        })}
      >
        {keepAs !== undefined && <KeptEntries name={keepAs} below={2.5} />}
        {children}
        <FormProblems />
      </form>
    </FormProvider>
  );
}

interface SubmitButtonProps extends Pick<ButtonProps, 'disabled' | 'size' | 'sx' | 'variant'> {
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
