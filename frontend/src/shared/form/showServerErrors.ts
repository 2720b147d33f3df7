import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../http/http.ts';

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
