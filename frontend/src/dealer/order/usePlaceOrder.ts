import { accountSchema, paths } from '@portal/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { useUser } from '../../shared/session/session.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { isBusy, isOrdered, stepsOf, usePaymentFlow } from '../payment/paymentFlow.ts';
import type { Ordered } from '../sites/portfolio.ts';
import {
  charge,
  endOrder,
  lookUpOrder,
  type Order,
  openOrder,
  orderOf,
  orderTerms,
  reportEarlierOrder,
} from './order.ts';

/** The account, whose terms determine prices. Read anew for each order: a payment may have ended a hold of orders. */
const useAccount = (accountId: string | null) =>
  useQuery({
    ...readQuery(paths.account(accountId ?? ''), accountSchema),
    enabled: accountId !== null,
    refetchOnMount: 'always',
  });

/** What became of the order that a form sent before this page was loaded; checked once. */
const orderedBefore = (form: string) =>
  queryOptions({
    queryKey: ['ordered before', form],
    async queryFn() {
      const orderId = openOrder(form);
      const outcome = orderId === null ? null : await reportEarlierOrder(form, orderId);
      return { orderId, outcome };
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** The outcome is unknown; a retry finds it out. */
const isUnknown = (error: unknown) =>
  error instanceof TypeError || (error instanceof HttpError && (error.status === 401 || error.status >= 500));

/**
 * Places an order (S1-4-payment): payment with the saved card, a new card or the card form, then the creation. With the
 * user, `creating`, which names the last step, identifies the form: it is one order from its first submit to its end. A
 * start while one is under way is ignored.
 * @param stay called at the end; true keeps the page for another order, else the dashboard opens
 */
export function usePlaceOrder(creating: string, stay?: () => boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const account = useAccount(user.account_id);
  const form = `${user.id} ${creating}`;
  const before = useQuery(orderedBefore(form)).data;
  /** For the dashboard. */
  const made = useRef<Ordered['entries']>([]);

  const refuse = async (order: Order, orderId: string, error: unknown): Promise<undefined> => {
    const { title, message } = order.explain(error);
    const { status, entries } = isUnknown(error)
      ? { status: 'unknown', entries: [] }
      : await lookUpOrder(orderId);
    if (status === 'rejected' || status === 'fulfilled') endOrder(form);
    made.current = entries.filter(({ outcome }) => outcome === 'created');
    const unpaid = ['none', 'unpaid', 'rejected'].includes(status);
    send({ type: 'refused', message, unpaid, made: status === 'fulfilled' });
    toast({ title, description: message, variant: 'destructive' });
    order.onRefused?.(error);
    return undefined;
  };

  const { flow, send, latest } = usePaymentFlow<Order>({
    async act({ stage, order, verified }) {
      if (stage.name === 'looking') {
        const isLooking = client.isFetching(orderedBefore(form)) > 0;
        const found = isLooking && (await client.fetchQuery(orderedBefore(form)).catch(() => null));
        return { type: 'looked', ordered: found !== false && found?.outcome === 'ordered' };
      }
      // the return page waits for the result
      if (stage.name === 'waiting')
        void navigate(`/payment-success?payment_intent=${encodeURIComponent(stage.intentId)}`);
      if (order === null || (stage.name !== 'charging' && stage.name !== 'creating')) return undefined;
      const orderId = verified?.orderId ?? orderOf(form);
      try {
        if (stage.name === 'charging') return await charge(form, order, orderId, stage.savedCard);
        const { entries, message } = await order.create(
          { orderId, intentId: verified?.intentId ?? null },
          (progress) => send({ type: 'progressed', message: progress }),
        );
        made.current = entries;
        endOrder(form);
        for (const path of [paths.sites, paths.migrations, paths.orders])
          void client.invalidateQueries({ queryKey: [path] });
        return { type: 'created', message };
      } catch (error) {
        return refuse(order, orderId, error);
      }
    },
    leave() {
      if (stay?.()) return send({ type: 'reset' });
      const tab = flow.order?.form.kind === 'migration' ? 'migrations' : 'pending';
      const ordered: Ordered = { tab, entries: made.current };
      void navigate('/dealer-dashboard', { state: { ordered } });
    },
  });

  return {
    /** The account's terms: without them nothing can be ordered. */
    account,
    terms: orderTerms(account.data),
    stage: flow.stage,
    order: flow.order,
    /** The steps of the dialog; null while none is shown. */
    steps: stepsOf(flow.stage, flow.labels),
    verified: flow.verified !== null,
    busy: isBusy(flow.stage),
    /** The form's entries were ordered, now or before this page was loaded. */
    ordered: before?.outcome === 'ordered' || isOrdered(flow.stage),
    /** The id of the form's order that was placed before this page was loaded, and is to be paid again. */
    unpaidBefore: before?.outcome === 'unpaid' ? before.orderId : null,
    openOrder: () => openOrder(form),
    send,
    place: (order: Order) => send({ type: 'placed', order, creating }),
    /** Back to the form with its entries; after the end of the order, leaves the page. */
    close: () => send({ type: 'closed' }),
    reset() {
      if (latest.current.verified !== null) endOrder(form);
      send({ type: 'reset' });
    },
  };
}

export type PlaceOrderFlow = ReturnType<typeof usePlaceOrder>;
