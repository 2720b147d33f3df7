import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/Form.tsx';
import { HttpError } from '../../shared/http/http.ts';

/** The payment's request contains the form: `order.site.site_name` is its field `site_name`. */
const INSIDE_ORDER = /^order\.(site|migration)\./;

/** Shows the field errors of a refused payment or creation in the order's form. */
export function showRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  if (!(error instanceof HttpError)) return;
  const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(INSIDE_ORDER, '') }));
  showServerErrors(form, new HttpError(error.status, error.userText, { errors }));
}
