import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { showServerErrors } from '../../shared/form/Form.tsx';
import { HttpError } from '../../shared/http/http.ts';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

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

/** In the state of a form's history entry. */
interface Before<Input> {
  readonly orderId: string;
  readonly entered: Input;
}

/**
 * Keeps a form's entries in its history entry while they are paid for, which may lead to another page, e.g. the bank's.
 * They are there again on Back as long as their order is unpaid or rejected and nothing has been typed since.
 */
export function useEnteredBefore<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { stage, openOrder, unpaidBefore }: PlaceOrderFlow,
): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { isDirty } = form.formState;
  const isPaying = stage.name === 'charging' || stage.name === 'card';

  const keep = useEffectEvent(() => {
    const orderId = openOrder();
    if (orderId === null) return;
    const before: Before<Input> = { orderId, entered: form.getValues() };
    void navigate(location, { replace: true, state: { before } });
  });
  useEffect(() => {
    if (isPaying) keep();
  }, [isPaying]);

  const restore = useEffectEvent((unpaid: string) => {
    const before: Before<Input> | undefined = location.state?.before;
    if (before?.orderId === unpaid && !isDirty) form.reset(before.entered, { keepDefaultValues: true });
  });
  useEffect(() => {
    if (unpaidBefore !== null) restore(unpaidBefore);
  }, [unpaidBefore]);
}
