import { paths, type StartedOrderPayment } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_SUCCESSFUL_SAVED_CARD, SETUP_FAILED } from '../checkout/texts.ts';
import { nameOf, type Order, type PaidWith } from './order.ts';
import type { Progress } from './steps.ts';

/** The calls of a payment, fetched when one begins. */
const payments = () => import('../checkout/startPayment.ts');
const orders = () => import('./watchOrder.ts');

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

interface Placed {
  readonly orderId: string;
  readonly intentId: string | null;
  /** Which order it was placed for. */
  readonly name: string;
}

const NOTHING_PAID: PaidWith = { orderId: null, intentId: null };

/** Whether an order's payment still stands for it, by the server; one that can't be asked about does. */
async function stillPaid({ orderId }: PaidWith): Promise<boolean> {
  if (orderId === null) return false;
  try {
    const order = await (await orders()).readOrder(orderId);
    return order === null || order.status === 'paid' || order.status === 'fulfilled';
  } catch (error) {
    return !(error instanceof HttpError && error.status === 404);
  }
}

/**
 * The way of an order from its form to the server (spec 1, section 4, Order payment flow): payment with the saved
 * card, a card added on the way or the card form; then the creation. `creating` names the last step. A second start
 * while one is under way is ignored.
 * @param stay called once all is done; true keeps the page, ready for another order, else the dashboard is opened
 */
export function usePlaceOrder(creating: string, stay?: () => boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [stage, setShownStage] = useState<Stage>({ name: 'form' });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [verified, setVerified] = useState<Placed | null>(null);
  // what callbacks of an earlier drawing must see as it is
  const now = useRef<{ stage: Stage['name']; order: Order | null; labels: readonly string[] }>({
    stage: 'form',
    order: null,
    labels: [],
  });
  /** The order whose payment was begun, so that another try goes on with it. */
  const placed = useRef<Placed | null>(null);

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

  /** No payment could begin: told, and back to the form. */
  const giveUp = (description: string) => {
    toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
    close();
  };

  const fail = async (order: Order, paid: PaidWith, error: unknown) => {
    const { title, message } = order.explain(error);
    const refused = error instanceof HttpError && error.status >= 400 && error.status < 500;
    if (refused && error.status !== 401 && !(await stillPaid(paid))) {
      // the next try pays anew
      setVerified(null);
      placed.current = null;
    }
    step(last(), 'error', message);
    setStage({ name: 'form' });
    toast({ title, description: message, variant: 'destructive' });
    order.onRefused?.(error);
  };

  const create = async (order: Order, paid: PaidWith) => {
    setStage({ name: 'creating' });
    step(last(), 'loading');
    let made: unknown;
    try {
      made = await order.create(paid, (message) => step(last(), 'loading', message));
    } catch (error) {
      return fail(order, paid, error);
    }
    step(now.current.labels.length, 'pending', typeof made === 'string' ? made : undefined);
    for (const path of [paths.sites, paths.migrations, paths.orders])
      void client.invalidateQueries({ queryKey: [path] });
  };

  /** An order that costs nothing is placed once: another try follows it, and places no second one. */
  const placeFree = async (order: Order, place: () => Promise<string>) => {
    setStage({ name: 'creating' });
    step(last(), 'loading');
    try {
      const paid = { orderId: await place(), intentId: null };
      setVerified({ ...paid, name: nameOf(order) });
      await create(order, paid);
    } catch (error) {
      await fail(order, NOTHING_PAID, error);
    }
  };

  const paid = (order: Order, payment: StartedOrderPayment) => {
    const { orderId, paymentIntentId: intentId } = payment;
    setVerified({ orderId, intentId, name: nameOf(order) });
    return create(order, { orderId, intentId });
  };

  const pay = async (order: Order, withSavedCard: boolean) => {
    setStage({ name: 'charging' });
    step(last() - 1, 'loading');
    const name = nameOf(order);
    const known = placed.current?.name === name ? placed.current.orderId : null;
    let payment: StartedOrderPayment;
    const { startPayment, PaymentNotStarted } = await payments();
    try {
      payment = await startPayment({
        amount: order.price.totalCents,
        items: order.price.lines.map((line) => ({ name: line.name, price: line.priceCents })),
        site_id: null,
        use_existing_payment_method: withSavedCard,
        isMigration: order.form.kind === 'migration',
        ...(known === null ? { order: order.form } : { orderId: known }),
      });
    } catch (error) {
      placed.current = null;
      giveUp(error instanceof PaymentNotStarted ? error.message : SETUP_FAILED);
      if (error instanceof PaymentNotStarted) order.onRefused?.(error.reason);
      return;
    }
    placed.current = { orderId: payment.orderId, intentId: payment.paymentIntentId, name };
    if (payment.success) {
      if (withSavedCard) toast(PAYMENT_SUCCESSFUL_SAVED_CARD);
      await paid(order, payment);
    } else if (payment.clientSecret !== null) {
      step(last() - 1, 'pending');
      setStage({ name: 'card', payment: { ...payment, clientSecret: payment.clientSecret } });
    } else giveUp(payment.message ?? SETUP_FAILED);
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
      const standing = verified?.name === nameOf(order) ? verified : NOTHING_PAID;
      if (order.price.totalCents === 0 || standing.orderId !== null) {
        now.current.labels = [VERIFIED, creating];
        if (standing.orderId === null && order.placeFree !== undefined)
          return placeFree(order, order.placeFree);
        return create(order, standing);
      }
      now.current.labels = [PAYING, creating];
      setStage({ name: 'charging' });
      step(0, 'loading');
      if (await (await payments()).hasPaymentMethod()) return pay(order, true);
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
      await pay(order, await (await payments()).hasPaymentMethod());
    },
    /** The card form's payment succeeded. */
    async cardPaid(payment: StartedOrderPayment) {
      const { order, stage: at } = now.current;
      if (order !== null && at === 'card') await paid(order, payment);
    },
    /** The provider can't say yet: its return page waits for it. */
    undecided(intentId: string) {
      void navigate(`/payment-success?payment_intent=${encodeURIComponent(intentId)}`);
    },
    /** Back to the form, which keeps what was typed. */
    close() {
      if (now.current.stage !== 'charging' && now.current.stage !== 'creating') close();
    },
    /** Forgets what was paid, for another order. */
    reset() {
      setVerified(null);
      placed.current = null;
      close();
    },
    /** After the last step, once its dialog has closed by itself. */
    finish() {
      close();
      if (stay === undefined || !stay()) {
        void navigate('/dealer-dashboard');
        return;
      }
      setVerified(null);
      placed.current = null;
    },
  };
}

export type PlacedOrder = ReturnType<typeof usePlaceOrder>;
