import type { FieldsOf, Personal } from '../kernel/event.ts';
import type { OrderForm, OrderItem } from './commands.ts';
import type { OrderEvent } from './events.ts';

export interface OrderEntry {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  readonly outcome: 'waiting' | 'fulfilled' | 'rejected';
}

/** A free order is `paid` from the start, with `payment` null. `rejected`: all of its entries are. */
export interface PlacedOrder {
  readonly status: 'awaiting_payment' | 'paid' | 'rejected';
  readonly orderId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly entries: readonly OrderEntry[];
  /** `forms[i]` is the form of `entries[i]`. */
  readonly forms: Personal<readonly OrderForm[]>;
  readonly items: readonly OrderItem[];
  readonly totalCents: number;
  /** Of the total: sales tax; absent for none. */
  readonly taxCents?: number | undefined;
  readonly attempts: number;
  /** The attempt that may still take money. */
  readonly openAttempt: string | null;
  readonly payment: Pick<FieldsOf<OrderEvent, 'OrderPaid'>, 'paymentId' | 'amountCents' | 'livemode'> | null;
}

export type OrderState = { readonly status: 'none' } | PlacedOrder;

export function evolveOrder(state: OrderState, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') {
    const { orderId, accountId, userId, entries, forms, items, totalCents, taxCents } = event.data;
    return {
      status: totalCents > 0 ? 'awaiting_payment' : 'paid',
      orderId,
      accountId,
      userId,
      entries: entries.map((entry) => ({ ...entry, outcome: 'waiting' })),
      forms,
      items,
      totalCents,
      ...(taxCents === undefined ? {} : { taxCents }),
      attempts: state.status === 'none' ? 0 : state.attempts,
      openAttempt: null,
      payment: null,
    };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'OrderPaymentStarted':
      return { ...state, attempts: event.data.attempt, openAttempt: event.data.attemptId };
    case 'OrderPaymentEnded':
      return { ...state, openAttempt: null };
    case 'OrderPaid': {
      const { paymentId, amountCents, livemode } = event.data;
      return { ...state, status: 'paid', openAttempt: null, payment: { paymentId, amountCents, livemode } };
    }
    case 'OrderItemFulfilled':
      return withOutcome(state, [event.data.id], 'fulfilled');
    case 'OrderRejected':
      return withOutcome(state, event.data.entryIds, 'rejected');
  }
}

function withOutcome(
  order: PlacedOrder,
  ids: readonly string[],
  outcome: OrderEntry['outcome'],
): PlacedOrder {
  const these = new Set(ids);
  const entries = order.entries.map((entry) => (these.has(entry.id) ? { ...entry, outcome } : entry));
  const gone = entries.every((entry) => entry.outcome === 'rejected');
  return { ...order, entries, status: gone ? 'rejected' : order.status };
}
