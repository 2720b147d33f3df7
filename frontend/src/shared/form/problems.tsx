import Box from '@mui/material/Box';
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../http/http.ts';

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Says how many fields need a correction, for those who can't see the red ones. */
export function FormProblems({
  errors,
  submits,
}: {
  readonly errors: FieldErrors;
  readonly submits: number;
}) {
  const count = Object.keys(errors).length;
  const text = count === 1 ? '1 field needs a correction.' : `${count} fields need a correction.`;
  return (
    <Box role="alert" sx={hidden}>
      {count > 0 && <span key={submits}>{text}</span>}
    </Box>
  );
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
