import { type Problem, problemSchema } from '@portal/contract';
import { HttpError } from 'react-admin';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export type Conflict = NonNullable<Problem['conflict']>;

/** What a 412 says about who was faster; null for any other refusal. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.body?.conflict).data ?? null;
}

/** Sets what the server says of fields on the fields it names, and focuses the first. */
export function markFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  if (!(error instanceof HttpError)) return;
  const told: Readonly<Record<string, unknown>> = error.body?.errors ?? {};
  const values = form.getValues();
  const known = Object.entries(told).filter(([path]) => path in values);
  known.forEach(([path, message], index) => {
    form.setError(
      path as FieldPath<Input>,
      { type: 'server', message: String(message) },
      { shouldFocus: index === 0 },
    );
  });
}
