import { hasPaymentMethodSchema, paths, startedOrderPaymentSchema } from '@portal/contract';
import type { z } from 'zod';
import { HttpError, read, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_SUCCESSFUL_SAVED_CARD, paymentProblem, SETUP_FAILED } from '../card/texts.ts';
import { endOrder, orderOf, statusOf } from './formOrder.ts';
import type { Order } from './order.ts';
import { type OrderEvent, paidWith } from './orderFlow.ts';

type SavedCardState = z.infer<typeof hasPaymentMethodSchema>;

/** GET /api/user-has-payment-method; a check that fails counts as none (S1-8-orders). */
export async function savedCardState(): Promise<SavedCardState> {
  try {
    return hasPaymentMethodSchema.parse(await read(paths.userHasPaymentMethod));
  } catch {
    return { hasPaymentMethod: false };
  }
}

/** POST /api/create-payment-intent. */
async function startPayment(order: Order, orderId: string, savedCard: boolean) {
  const answer = await request('POST', paths.createPaymentIntent, {
    amount: order.price.totalCents,
    // a portal of release 0.2.0 beside this one compares names with an 'x'
    items: order.price.lines.map((line) => ({
      name: line.name.replace(' × ', ' x '),
      price: line.priceCents,
    })),
    site_id: null,
    use_existing_payment_method: savedCard,
    isMigration: order.form.kind === 'migration',
    order: order.form,
    orderId,
  });
  return startedOrderPaymentSchema.parse(answer);
}

/** What a charge led to. `notPaid`: no payment could begin, with the error of the request if it had one. */
type ChargeOutcome =
  | Extract<OrderEvent, { type: 'paid' | 'cardAsked' }>
  | { readonly type: 'notPaid'; readonly error?: unknown }
  /** An earlier try paid for something else. */
  | { readonly type: 'orderRefused'; readonly orderId: string; readonly error: unknown };

/**
 * Begins the payment of an order. Never rejects.
 * @param savedCard true charges the saved card; else the card form confirms the payment
 */
export async function charge(form: string, order: Order, savedCard: boolean): Promise<ChargeOutcome> {
  const orderId = orderOf(form);
  const notPaid = (description: string, error?: unknown): ChargeOutcome => {
    toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
    return { type: 'notPaid', error };
  };
  try {
    const payment = await startPayment(order, orderId, savedCard);
    const { clientSecret, success, message } = payment;
    if (success) {
      if (savedCard) toast(PAYMENT_SUCCESSFUL_SAVED_CARD);
      return { type: 'paid', paid: paidWith(payment) };
    }
    if (clientSecret !== null) return { type: 'cardAsked', payment: { ...payment, clientSecret } };
    return notPaid(message ?? SETUP_FAILED);
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) {
      if (error.errors.some(({ path }) => path === 'order')) return { type: 'orderRefused', orderId, error };
      const status = await statusOf(orderId);
      // an earlier try paid for it
      if (status === 'paid' || status === 'fulfilled')
        return { type: 'paid', paid: { orderId, intentId: null } };
      if (status === 'rejected') endOrder(form);
    }
    const failed = savedCard
      ? 'Failed to process payment with saved card'
      : 'Failed to create payment intent';
    return notPaid(paymentProblem(error, failed), error);
  }
}
