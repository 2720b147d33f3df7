import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { HttpError } from '../http/http.ts';

/** A form checked by a schema of @portal/contract: on submit, then while mending. The focus goes to the first error. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    shouldFocusError: true,
  });
}

/**
 * Sets the server's `errors[]` on the fields they name and focuses the first; answers whether any was set. What
 * names no field of the form is left to the caller's toast.
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
