import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../http/http.ts';

interface FormProblemsProps {
  readonly errors: FieldErrors;
  readonly submits: number;
}

/** Announces to screen readers how many fields need a correction. */
export function FormProblems({ errors, submits }: FormProblemsProps) {
  const count = Object.keys(errors).length;
  const text = count === 1 ? '1 field needs a correction.' : `${count} fields need a correction.`;
  return (
    <Box role="alert" sx={visuallyHidden}>
      {count > 0 && <span key={submits}>{text}</span>}
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
