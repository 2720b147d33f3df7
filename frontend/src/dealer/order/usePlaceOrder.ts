import { paths, type StartedOrderPayment } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { hasPaymentMethod, PaymentNotStarted, startPayment } from '../checkout/startPayment.ts';
import { PAYMENT_SUCCESSFUL_SAVED_CARD, SETUP_FAILED } from '../checkout/texts.ts';
import { nameOf, type Order } from './order.ts';
import type { Progress } from './steps.ts';

const ADDING = 'Adding Payment Method';
const PAYING = 'Processing Payment';
const VERIFIED = 'Payment Verification';

/** Where an order stands between the form and what it creates. */
export type Stage =
  | { readonly name: 'form' }
  /** A card is asked for, to be kept. */
  | { readonly name: 'adding' }
  /** The card is kept; the person may go on. */
  | { readonly name: 'ready' }
  /** The saved card is charged, or a payment begun. */
  | { readonly name: 'charging' }
  /** The card form has taken over. */
  | { readonly name: 'card'; readonly payment: StartedOrderPayment & { readonly clientSecret: string } }
  | { readonly name: 'creating' };

interface Verified {
  readonly orderId: string;
  readonly order: string;
}

/** Answers that say that this payment can't stand for the order: the next try pays anew. */
const PAYMENT_IS_VOID = new Set([402, 422]);

/**
 * The way of an order from its form to the server (spec 1, section 4, Order payment flow): payment with the saved
 * card, a card added on the way or the card form; then the creation. `creating` names the last step. A second start
 * while one is under way is ignored.
 */
export function usePlaceOrder(creating: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [stage, setShownStage] = useState<Stage>({ name: 'form' });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [verified, setVerified] = useState<Verified | null>(null);
  // what callbacks of an earlier drawing must see as it is
  const now = useRef<{ stage: Stage['name']; order: Order | null; labels: readonly string[] }>({
    stage: 'form',
    order: null,
    labels: [],
  });
  /** The order whose payment was begun, so that another try goes on with it. */
  const placed = useRef<Verified | null>(null);

  const setStage = (next: Stage) => {
    now.current.stage = next.name;
    setShownStage(next);
  };
  const step = (at: number, status: Progress['status'], message?: string) =>
    setProgress({ labels: now.current.labels, at, status, ...(message === undefined ? {} : { message }) });
  const last = () => now.current.labels.length - 1;

  const close = () => {
    setStage({ name: 'form' });
    setProgress(null);
  };

  const create = async (order: Order, orderId: string | null) => {
    setStage({ name: 'creating' });
    step(last(), 'loading');
    try {
      await order.create(orderId, (message) => step(last(), 'loading', message));
    } catch (error) {
      const { title, message } = order.explain(error);
      step(last(), 'error', message);
      setStage({ name: 'form' });
      toast({ title, description: message, variant: 'destructive' });
      if (error instanceof HttpError && PAYMENT_IS_VOID.has(error.status)) {
        setVerified(null);
        placed.current = null;
      }
      order.onRefused?.(error);
      return;
    }
    step(now.current.labels.length, 'pending');
    for (const path of [paths.sites, paths.migrations, paths.orders])
      void client.invalidateQueries({ queryKey: [path] });
  };

  const paid = (order: Order, orderId: string) => {
    setVerified({ orderId, order: nameOf(order) });
    return create(order, orderId);
  };

  const pay = async (order: Order, withSavedCard: boolean) => {
    setStage({ name: 'charging' });
    step(last() - 1, 'loading');
    const name = nameOf(order);
    const known = placed.current?.order === name ? placed.current.orderId : null;
    try {
      const payment = await startPayment({
        amount: order.price.totalCents,
        items: order.price.lines.map((line) => ({ name: line.name, price: line.priceCents })),
        site_id: null,
        use_existing_payment_method: withSavedCard,
        isMigration: order.form.kind === 'migration',
        ...(known === null ? { order: order.form } : { orderId: known }),
      });
      placed.current = { orderId: payment.orderId, order: name };
      if (payment.success) {
        if (withSavedCard) toast(PAYMENT_SUCCESSFUL_SAVED_CARD);
        await paid(order, payment.orderId);
      } else if (payment.clientSecret !== null) {
        step(last() - 1, 'pending');
        setStage({ name: 'card', payment: { ...payment, clientSecret: payment.clientSecret } });
      } else throw new PaymentNotStarted(payment.message ?? SETUP_FAILED, null);
    } catch (error) {
      placed.current = null;
      const started = error instanceof PaymentNotStarted;
      const description = started ? error.message : SETUP_FAILED;
      toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
      close();
      if (started) order.onRefused?.(error.reason);
    }
  };

  return {
    stage,
    progress,
    order: now.current.order,
    /** Whether the order's payment has come through and nothing more is to be paid. */
    verified: verified !== null,
    busy: stage.name !== 'form' || (progress !== null && progress.at === progress.labels.length),

    /** Sends the form on its way. */
    async place(order: Order) {
      if (now.current.stage !== 'form') return;
      now.current.order = order;
      const standing = verified?.order === nameOf(order) ? verified.orderId : null;
      if (order.price.totalCents === 0 || standing !== null) {
        now.current.labels = [VERIFIED, creating];
        return create(order, standing);
      }
      now.current.labels = [PAYING, creating];
      setStage({ name: 'charging' });
      step(0, 'loading');
      if (await hasPaymentMethod()) return pay(order, true);
      now.current.labels = [ADDING, PAYING, creating];
      step(0, 'loading');
      setStage({ name: 'adding' });
    },
    /** A card was kept on the way. */
    cardAdded() {
      step(1, 'pending');
      setStage({ name: 'ready' });
    },
    /** Goes on after a card was kept. */
    async proceed() {
      const { order, stage: at } = now.current;
      if (order === null || at !== 'ready') return;
      setStage({ name: 'charging' });
      step(1, 'loading');
      await pay(order, await hasPaymentMethod());
    },
    /** The card form's payment succeeded. */
    async cardPaid(orderId: string) {
      const { order, stage: at } = now.current;
      if (order !== null && at === 'card') await paid(order, orderId);
    },
    /** The provider can't say yet: its return page waits for it. */
    undecided(intentId: string) {
      void navigate(`/payment-success?payment_intent=${encodeURIComponent(intentId)}`);
    },
    /** Back to the form, which keeps what was typed. */
    close() {
      if (now.current.stage !== 'charging' && now.current.stage !== 'creating') close();
    },
    /** After the last step, once its dialog has closed by itself. */
    finish() {
      close();
      void navigate('/dealer-dashboard');
    },
  };
}

export type PlacedOrder = ReturnType<typeof usePlaceOrder>;
