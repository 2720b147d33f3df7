import { paths, type StartedOrderPayment } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { useUser } from '../../shared/session/session.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { endOrder, orderOf, statusOf, tellOfEarlier } from './formOrder.ts';
import type { Order, PaidWith } from './order.ts';
import {
  isBusy,
  NOT_SENT,
  nextFlow,
  type OrderEvent,
  type OrderFlow,
  paidWith,
  stepsOf,
} from './orderFlow.ts';

/** The calls of a payment, fetched when one begins. */
const payments = () => import('./startPayment.ts');

/** Nobody can say what became of it: the same again finds out. */
const isUnknown = (error: unknown) =>
  error instanceof TypeError || (error instanceof HttpError && (error.status === 401 || error.status >= 500));

/**
 * The way of an order from its form to the server (S1-4-payment): payment with the saved
 * card, a card added on the way or the card form; then the creation. `creating` names the last step, and with the user
 * the form: it is one order from its first press to its end. A second start while one is under way is ignored.
 * The stages are those of orderFlow.ts; `act` holds what each of them does.
 * @param stay called once all is done; true keeps the page, ready for another order, else the dashboard is opened
 */
export function usePlaceOrder(creating: string, stay?: () => boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = `${useUser().id} ${creating}`;
  const [flow, draw] = useState(NOT_SENT);
  // events come faster than drawings: each is judged by the latest state
  const latest = useRef(flow);
  /** While it is looked whether the form went through before this page was loaded. */
  const looking = useRef<Promise<boolean> | null>(null);
  useEffect(() => {
    const found = tellOfEarlier(form);
    looking.current = found;
    void found.then(() => {
      looking.current = null;
    });
  }, [form]);

  /** An order was refused, which is told. */
  const refuse = async (order: Order, orderId: string, error: unknown) => {
    const { title, message } = order.explain(error);
    const status = isUnknown(error) ? null : await statusOf(orderId);
    if (status === 'rejected' || status === 'fulfilled') endOrder(form);
    const unpaid = status === 'none' || status === 'unpaid' || status === 'rejected';
    send({ type: 'refused', message, unpaid, made: status === 'fulfilled' });
    toast({ title, description: message, variant: 'destructive' });
    order.onRefused?.(error);
  };

  const create = async (order: Order, paid: PaidWith) => {
    try {
      const made = await order.create(paid, (message) => send({ type: 'progressed', message }));
      endOrder(form);
      send({ type: 'created', ...(typeof made === 'string' ? { message: made } : {}) });
      for (const path of [paths.sites, paths.migrations, paths.orders])
        void client.invalidateQueries({ queryKey: [path] });
    } catch (error) {
      await refuse(order, paid.orderId, error);
    }
  };

  /** What a stage does when it begins; the others wait for a person. */
  const act = async ({ stage, order, verified }: OrderFlow): Promise<void> => {
    if (order === null) return;
    switch (stage.name) {
      case 'looking':
        return send({ type: 'looked', ordered: looking.current !== null && (await looking.current) });
      case 'findingCard': {
        const { hasPaymentMethod, declined = false } = await (await payments()).savedCardState();
        return send({ type: 'cardFound', hasPaymentMethod, declined });
      }
      case 'charging':
        return (await payments()).charge({ form, order, savedCard: stage.savedCard, send, refuse });
      case 'creating':
        return create(order, verified ?? { orderId: orderOf(form), intentId: null });
      case 'leaving':
        if (stay?.()) send({ type: 'stayed' });
        else void navigate('/dealer-dashboard');
    }
  };

  const send = (event: OrderEvent) => {
    const before = latest.current;
    const after = nextFlow(before, event);
    if (after === before) return;
    latest.current = after;
    draw(after);
    if (after.stage.name !== before.stage.name) void act(after);
  };

  return {
    stage: flow.stage,
    /** The steps of the progress dialog; null while none is shown. */
    steps: stepsOf(flow),
    order: flow.order,
    /** Whether the order's payment has come through and nothing more is to be paid. */
    verified: flow.verified !== null,
    busy: isBusy(flow),

    /** Sends the form on its way. */
    place: (order: Order) => send({ type: 'placed', order, creating }),
    /** A card was kept on the way. */
    cardAdded: () => send({ type: 'cardAdded' }),
    /** Goes on after a card was kept. */
    proceed: () => send({ type: 'proceeded' }),
    /** The card form's payment succeeded. */
    cardPaid: (payment: StartedOrderPayment) => send({ type: 'paid', paid: paidWith(payment) }),
    /** The provider can't say yet: its return page waits for it. */
    undecided(intentId: string) {
      void navigate(`/payment-success?payment_intent=${encodeURIComponent(intentId)}`);
    },
    /** Back to the form, which keeps what was typed; an order that is over is left behind. */
    close: () => send({ type: 'closed' }),
    /** Forgets what was paid, for another order. */
    reset() {
      if (latest.current.verified !== null) endOrder(form);
      send({ type: 'reset' });
    },
  };
}

export type PlacedOrder = ReturnType<typeof usePlaceOrder>;
