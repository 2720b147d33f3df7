import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/problems.tsx';
import { HttpError } from '../../shared/http/http.ts';

/** The form lies inside the payment's request: `order.site.site_name` is the field `site_name`. */
const INSIDE_ORDER = /^order\.(site|migration)\./;

/** Shows a refusal's field errors in the order's form, whether the payment or the creation was refused. */
export function showRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  if (!(error instanceof HttpError)) return;
  const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(INSIDE_ORDER, '') }));
  showServerErrors(form, new HttpError(error.status, error.told, { errors }));
}
