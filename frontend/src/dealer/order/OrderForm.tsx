import { Box, Button } from '@mui/material';
import type { Account } from '@portal/contract';
import { lazy, type ReactNode, type SubmitEventHandler, Suspense, useEffect, useEffectEvent } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { FormProblems, showServerErrors } from '../../shared/form/Form.tsx';
import { KeptEntries } from '../../shared/form/KeptEntries.tsx';
import { useLeaveGuard } from '../../shared/form/useLeaveGuard.ts';
import { HttpError } from '../../shared/http/http.ts';
import { dollarsText, showDate } from '../../shared/text.ts';
import { DiscardDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import type { Order } from './order.ts';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const OrderDialog = lazy(() => import('./OrderDialog.tsx'));

interface OrderFormProps {
  readonly label: string;
  readonly flow: PlaceOrderFlow;
  /** Whether something was entered: the page asks before it is left without an order. */
  readonly unsaved: boolean;
  readonly onSubmit: SubmitEventHandler;
  readonly fields: ReactNode;
  readonly panel: ReactNode;
}

/** An order's form beside its summary; it is disabled once the order is paid. */
export function OrderForm({ label, flow, unsaved, onSubmit, fields, panel }: OrderFormProps) {
  // a payment may lead to the bank's page, and a paid order is created without this page
  const guard = useLeaveGuard(unsaved && !flow.busy && !flow.verified);
  return (
    <>
      {flow.account.data?.order_hold && <OnHold hold={flow.account.data.order_hold} />}
      <form noValidate aria-label={label} onSubmit={onSubmit}>
        <Box
          sx={{
            // in a grid the total could not leave its row to stay at the bottom of a phone's screen
            display: { xs: 'flex', md: 'grid' },
            flexDirection: 'column',
            gap: 3,
            alignItems: { md: 'start' },
            gridTemplateColumns: { md: 'minmax(0, 1fr) 360px' },
            // focused inputs scroll to above the total
            '& input, & select, & textarea': { scrollMarginBottom: { xs: 140, md: 0 } },
          }}
        >
          <Box component="fieldset" disabled={flow.verified} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
            {fields}
          </Box>
          {panel}
        </Box>
      </form>
      <Suspense>{flow.steps !== null && <OrderDialog flow={flow} />}</Suspense>
      <DiscardDialog open={guard.leaving} onStay={guard.stay} onDiscard={guard.leave} />
    </>
  );
}

/** Why no order can be placed, and how that ends. */
function OnHold({ hold }: { readonly hold: NonNullable<Account['order_hold']> }) {
  const { invoice_id, invoice_number, due_date, open_amount } = hold;
  return (
    <Notice
      tone="warning"
      sx={{ mb: 3 }}
      action={
        <Button component={Link} to={`/invoicing/${invoice_id}`} variant="outlined" size="small">
          View and pay {invoice_number}
        </Button>
      }
    >
      New orders are on hold: {dollarsText(open_amount)} of invoice {invoice_number} was due on{' '}
      {showDate(due_date)}. Once it is paid, you can order again. Your sites go on as before.
    </Notice>
  );
}

interface EnteredOrderProps<Input extends FieldValues, Output>
  extends Omit<OrderFormProps, 'unsaved' | 'onSubmit'> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** The order of what was entered; `onRefused` shows the server's errors in the form. */
  readonly orderOf: (entered: Output, onRefused: (error: unknown) => void) => Order;
}

/** An order whose form is filled in on the page, which keeps the entries. */
export function EnteredOrder<Input extends FieldValues, Output>({
  form,
  orderOf,
  ...props
}: EnteredOrderProps<Input, Output>) {
  const { label, flow } = props;
  useEnteredBefore(form, flow);
  return (
    <FormProvider {...form}>
      <FormProblems />
      <KeptEntries name={label} sent={flow.ordered} below={3} />
      <OrderForm
        {...props}
        unsaved={form.formState.isDirty}
        onSubmit={form.handleSubmit((entered) => {
          if (flow.account.data) flow.place(orderOf(entered, (error) => showRefusal(form, error)));
        })}
      />
    </FormProvider>
  );
}

/** The payment's request contains the form: `order.site.site_name` is its field `site_name`. */
const INSIDE_ORDER = /^order\.(site|migration)\./;

/** Shows the field errors of a refused payment or creation in the order's form. */
function showRefusal<Input extends FieldValues, Output>(
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
function useEnteredBefore<Input extends FieldValues, Output>(
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
