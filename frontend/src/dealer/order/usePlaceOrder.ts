import { paths, type StartedOrderPayment } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { useUser } from '../../shared/session/session.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_SUCCESSFUL_SAVED_CARD, SETUP_FAILED } from '../card/texts.ts';
import { endOrder, openOrder, orderOf } from './formOrder.ts';
import type { Order, PaidWith } from './order.ts';
import type { Progress } from './steps.ts';

/** The calls of a payment, fetched when one begins. */
const payments = () => import('./startPayment.ts');
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
  | { readonly name: 'creating' }
  /** All is ordered: the page is about to be left. */
  | { readonly name: 'done' };

/** Where an order stands by the server: `none` is not there; null where nobody can say. */
async function standingOf(orderId: string) {
  try {
    return await (await orders()).readOrder(orderId);
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? 'none' : null;
  }
}

async function statusOf(orderId: string) {
  const order = await standingOf(orderId);
  return order === null || order === 'none' ? order : order.status;
}

/**
 * Looks after the order of a form that was sent before this page was loaded. Where it went through, that is told, and
 * the form begins another. @returns whether it was told
 */
async function tellOfEarlier(form: string): Promise<boolean> {
  const orderId = openOrder(form);
  if (orderId === null) return false;
  const order = await standingOf(orderId);
  if (order === null || order === 'none' || order.status === 'unpaid') return false;
  endOrder(form);
  if (order.status === 'rejected') return false;
  const [first, ...others] = order.entries.map(({ name }) => name);
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  toast({
    title: 'Order received',
    description: `${names} was ordered before this page was loaded again. You find it on the dashboard.`,
  });
  return true;
}

/** Nobody can say what became of it: the same again finds out. */
const isUnknown = (error: unknown) =>
  error instanceof TypeError || (error instanceof HttpError && (error.status === 401 || error.status >= 500));

/**
 * The way of an order from its form to the server (S1-4-payment): payment with the saved
 * card, a card added on the way or the card form; then the creation. `creating` names the last step, and with the user
 * the form: it is one order from its first press to its end. A second start while one is under way is ignored.
 * @param stay called once all is done; true keeps the page, ready for another order, else the dashboard is opened
 */
export function usePlaceOrder(creating: string, stay?: () => boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = `${useUser().id} ${creating}`;
  const [stage, setShownStage] = useState<Stage>({ name: 'form' });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [verified, setVerified] = useState<PaidWith | null>(null);
  // what callbacks of an earlier drawing must see as it is
  const now = useRef<{ stage: Stage['name']; order: Order | null; labels: readonly string[] }>({
    stage: 'form',
    order: null,
    labels: [],
  });
  /** While it is looked whether the form went through before this page was loaded. */
  const looking = useRef<Promise<boolean> | null>(null);
  useEffect(() => {
    const found = tellOfEarlier(form);
    looking.current = found;
    void found.then(() => {
      looking.current = null;
    });
  }, [form]);

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

  /** Leaves the page, or begins the next order on it. */
  const finish = () => {
    if (stay === undefined || !stay()) {
      void navigate('/dealer-dashboard');
      return;
    }
    setVerified(null);
    close();
  };

  /** No payment could begin: told, and back to the form. */
  const giveUp = (description: string) => {
    toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });
    close();
  };

  const fail = async (order: Order, { orderId }: PaidWith, error: unknown) => {
    const { title, message } = order.explain(error);
    const status = isUnknown(error) ? null : await statusOf(orderId);
    // refused, and nothing was paid for it, or it went back: the next try pays anew
    if (status === 'none' || status === 'unpaid' || status === 'rejected') setVerified(null);
    if (status === 'rejected' || status === 'fulfilled') endOrder(form);
    step(last(), 'error', message);
    setStage({ name: status === 'fulfilled' ? 'done' : 'form' });
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
    endOrder(form);
    setStage({ name: 'done' });
    step(now.current.labels.length, 'pending', typeof made === 'string' ? made : undefined);
    for (const path of [paths.sites, paths.migrations, paths.orders])
      void client.invalidateQueries({ queryKey: [path] });
  };

  const paid = (order: Order, payment: Pick<StartedOrderPayment, 'orderId' | 'paymentIntentId'>) => {
    const standing = { orderId: payment.orderId, intentId: payment.paymentIntentId };
    setVerified(standing);
    return create(order, standing);
  };

  const pay = async (order: Order, withSavedCard: boolean) => {
    setStage({ name: 'charging' });
    step(last() - 1, 'loading');
    const orderId = orderOf(form);
    let payment: StartedOrderPayment;
    const { startPayment, PaymentNotStarted } = await payments();
    try {
      payment = await startPayment({
        amount: order.price.totalCents,
        items: order.price.lines.map((line) => ({ name: line.name, price: line.priceCents })),
        site_id: null,
        use_existing_payment_method: withSavedCard,
        isMigration: order.form.kind === 'migration',
        order: order.form,
        orderId,
      });
    } catch (error) {
      const reason = error instanceof PaymentNotStarted ? error.reason : error;
      if (reason instanceof HttpError && reason.status === 409) {
        // an earlier try paid for something else
        if (reason.errors.some(({ path }) => path === 'order'))
          return fail(order, { orderId, intentId: null }, reason);
        const status = await statusOf(orderId);
        // an earlier try paid for it
        if (status === 'paid' || status === 'fulfilled')
          return paid(order, { orderId, paymentIntentId: null });
        if (status === 'rejected') endOrder(form);
      }
      giveUp(error instanceof PaymentNotStarted ? error.message : SETUP_FAILED);
      if (error instanceof PaymentNotStarted) order.onRefused?.(error.reason);
      return;
    }
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
    /** Whether no order can be sent: one is under way, or went through and the page is about to be left. */
    busy: stage.name !== 'form',

    /** Sends the form on its way. */
    async place(order: Order) {
      if (now.current.stage !== 'form') return;
      now.current.order = order;
      const free = order.price.totalCents === 0;
      setStage({ name: free || verified !== null ? 'creating' : 'charging' });
      if (looking.current !== null && (await looking.current)) return close();
      if (free || verified !== null) {
        now.current.labels = [VERIFIED, creating];
        return create(order, verified ?? { orderId: orderOf(form), intentId: null });
      }
      now.current.labels = [PAYING, creating];
      step(0, 'loading');
      const { hasPaymentMethod, declined } = await (await payments()).savedCardState();
      if (hasPaymentMethod) return pay(order, !declined);
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
      await pay(order, (await (await payments()).savedCardState()).hasPaymentMethod);
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
    /** Back to the form, which keeps what was typed; an order that is over is left behind. */
    close() {
      const { stage: at } = now.current;
      if (at === 'charging' || at === 'creating') return;
      if (at !== 'done') return close();
      setProgress(null);
      if (progress?.status === 'error') finish();
    },
    /** Forgets what was paid, for another order. */
    reset() {
      if (verified !== null) endOrder(form);
      setVerified(null);
      close();
    },
    /** After the last step, once its dialog has closed by itself: nothing can be sent until another page is drawn. */
    finish,
  };
}

export type PlacedOrder = ReturnType<typeof usePlaceOrder>;
