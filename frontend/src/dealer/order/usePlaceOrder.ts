import { paths, type StartedOrderPayment } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { useUser } from '../../shared/session/session.ts';
import { toast } from '../../shared/toast/toasts.ts';
import type { Ordered } from '../sites/portfolio.ts';
import { endOrder, lookUpOrder, orderOf, reportEarlierOrder } from './formOrder.ts';
import { type Order, orderTerms, type PaidWith } from './order.ts';
import {
  isBusy,
  isOrdered,
  NOT_SENT,
  nextFlow,
  type OrderEvent,
  type OrderFlow,
  paidWith,
  stepsOf,
} from './orderFlow.ts';
import { useAccount } from './useAccount.ts';

/** The calls of a payment, fetched when one begins. */
const payments = () => import('./startPayment.ts');

/** The outcome is unknown; a retry finds it out. */
const isUnknown = (error: unknown) =>
  error instanceof TypeError || (error instanceof HttpError && (error.status === 401 || error.status >= 500));

/**
 * Places an order (S1-4-payment): payment with the saved card, a new card or the card form, then the creation. The
 * stages are those of orderFlow.ts; `act` does the work of each. With the user, `creating`, which names the last step,
 * identifies the form: it is one order from its first submit to its end. A start while one is under way is ignored.
 * @param stay called at the end; true keeps the page for another order, else the dashboard opens
 */
export function usePlaceOrder(creating: string, stay?: () => boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const account = useAccount(user.account_id);
  const form = `${user.id} ${creating}`;
  const [flow, draw] = useState(NOT_SENT);
  // events may come between renders: each applies to the latest state
  const latest = useRef(flow);
  /** For the dashboard. */
  const made = useRef<Ordered['entries']>([]);
  const [orderedBefore, setOrderedBefore] = useState(false);
  /** The check whether the form was ordered before this page was loaded. */
  const looking = useRef<Promise<boolean> | null>(null);
  useEffect(() => {
    const found = reportEarlierOrder(form);
    looking.current = found;
    void found.then((went) => {
      looking.current = null;
      if (went) setOrderedBefore(true);
    });
  }, [form]);

  const refuse = async (order: Order, orderId: string, error: unknown) => {
    const { title, message } = order.explain(error);
    const found = isUnknown(error) ? null : await lookUpOrder(orderId);
    const status = found === null || found === 'none' ? found : found.status;
    if (status === 'rejected' || status === 'fulfilled') endOrder(form);
    if (found !== null && found !== 'none')
      made.current = found.entries.filter(({ outcome }) => outcome === 'created');
    const unpaid = status === 'none' || status === 'unpaid' || status === 'rejected';
    send({ type: 'refused', message, unpaid, made: status === 'fulfilled' });
    toast({ title, description: message, variant: 'destructive' });
    order.onRefused?.(error);
  };

  const charge = async (order: Order, savedCard: boolean) => {
    const outcome = await (await payments()).charge(form, order, savedCard);
    if (outcome.type === 'orderRefused') return refuse(order, outcome.orderId, outcome.error);
    send(outcome);
    if (outcome.type === 'notPaid' && outcome.error !== undefined) order.onRefused?.(outcome.error);
  };

  const create = async (order: Order, paid: PaidWith) => {
    try {
      const { entries, message } = await order.create(paid, (progress) =>
        send({ type: 'progressed', message: progress }),
      );
      made.current = entries;
      endOrder(form);
      send({ type: 'created', message });
      for (const path of [paths.sites, paths.migrations, paths.orders])
        void client.invalidateQueries({ queryKey: [path] });
    } catch (error) {
      await refuse(order, paid.orderId, error);
    }
  };

  /** The work of a stage; the others wait for the user. */
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
        return charge(order, stage.savedCard);
      case 'creating':
        return create(order, verified ?? { orderId: orderOf(form), intentId: null });
      case 'leaving':
        if (stay?.()) send({ type: 'stayed' });
        else {
          const tab = order.form.kind === 'migration' ? 'migrations' : 'pending';
          const ordered: Ordered = { tab, entries: made.current };
          void navigate('/dealer-dashboard', { state: { ordered } });
        }
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
    /** The account's terms: without them nothing can be ordered. */
    account,
    terms: orderTerms(account.data),
    stage: flow.stage,
    /** The steps of the progress dialog; null while none is shown. */
    steps: stepsOf(flow),
    order: flow.order,
    /** Whether the order is paid. */
    verified: flow.verified !== null,
    busy: isBusy(flow),
    /** The form's entries were ordered, now or before this page was loaded. */
    ordered: orderedBefore || isOrdered(flow),

    place: (order: Order) => send({ type: 'placed', order, creating }),
    /** A card was saved. */
    cardAdded: () => send({ type: 'cardAdded' }),
    /** Continues after a card was saved. */
    proceed: () => send({ type: 'proceeded' }),
    /** The card form's payment succeeded. */
    cardPaid: (payment: StartedOrderPayment) => send({ type: 'paid', paid: paidWith(payment) }),
    /** The result is open: the return page waits for it. */
    undecided(intentId: string) {
      void navigate(`/payment-success?payment_intent=${encodeURIComponent(intentId)}`);
    },
    /** Back to the form with its entries; after the end of the order, leaves the page. */
    close: () => send({ type: 'closed' }),
    /** Begins another order. */
    reset() {
      if (latest.current.verified !== null) endOrder(form);
      send({ type: 'reset' });
    },
  };
}

export type PlaceOrderFlow = ReturnType<typeof usePlaceOrder>;
