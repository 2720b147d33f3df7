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
    items: order.price.lines.map((line) => ({ name: line.name, price: line.priceCents })),
    site_id: null,
    use_existing_payment_method: savedCard,
    isMigration: order.form.kind === 'migration',
    order: order.form,
    orderId,
  });
  return startedOrderPaymentSchema.parse(answer);
}

interface Charge {
  readonly form: string;
  readonly order: Order;
  /** Charges the saved card; otherwise the card form confirms the payment. */
  readonly savedCard: boolean;
  readonly send: (event: OrderEvent) => void;
  /** Reports that the order was refused. */
  readonly refuse: (order: Order, orderId: string, error: unknown) => Promise<void>;
}

/** Begins the payment of an order and sends the resulting event. Never rejects. */
export async function charge({ form, order, savedCard, send, refuse }: Charge): Promise<void> {
  const orderId = orderOf(form);
  const giveUp = (description: string) => {
    toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
    send({ type: 'notPaid' });
  };
  try {
    const payment = await startPayment(order, orderId, savedCard);
    const { clientSecret, success, message } = payment;
    if (success) {
      if (savedCard) toast(PAYMENT_SUCCESSFUL_SAVED_CARD);
      send({ type: 'paid', paid: paidWith(payment) });
    } else if (clientSecret !== null) send({ type: 'cardAsked', payment: { ...payment, clientSecret } });
    else giveUp(message ?? SETUP_FAILED);
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) {
      // an earlier try paid for something else
      if (error.errors.some(({ path }) => path === 'order')) return refuse(order, orderId, error);
      const status = await statusOf(orderId);
      // an earlier try paid for it
      if (status === 'paid' || status === 'fulfilled')
        return send({ type: 'paid', paid: { orderId, intentId: null } });
      if (status === 'rejected') endOrder(form);
    }
    giveUp(
      paymentProblem(
        error,
        savedCard ? 'Failed to process payment with saved card' : 'Failed to create payment intent',
      ),
    );
    order.onRefused?.(error);
  }
}
