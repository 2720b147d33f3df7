import { conflict, type Decider, notFound, paymentRequired, unprocessable } from '../kernel/decider.ts';
import { migrationDecider } from '../migration/migration.ts';
import { siteDecider } from '../site/site.ts';
import { MAX_ORDER_SITES } from '../values/limits.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { OrderCommand, PlaceOrder } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { requestFor } from './requests.ts';
import { evolveOrder, type OrderState, type PlacedOrder } from './state.ts';

/** Refuses an order that could not be fulfilled once it is paid: the deciders have to accept each form. */
function refuseBadEntries(command: PlaceOrder): void {
  const { entries } = command;
  if (entries.length === 0) throw unprocessable('The order is empty.');
  if (entries.length > MAX_ORDER_SITES) {
    throw unprocessable(`An order can hold at most ${MAX_ORDER_SITES} sites. Please split the file.`);
  }
  if (new Set(entries.map(({ id }) => id)).size !== entries.length) {
    throw new RangeError(`Order ${command.orderId} names an id twice`);
  }
  for (const entry of entries) {
    const request = requestFor(command, entry, entry.form);
    if (request.type === 'CreateSite') siteDecider.decide(request, siteDecider.initialState);
    else migrationDecider.decide(request, migrationDecider.initialState);
  }
}

function place(command: PlaceOrder): readonly OrderEvent[] {
  refuseBadEntries(command);
  const { orderId, accountId, userId, entries, items, placedOn, siteId, taxes = [] } = command;
  const totalCents = sumCents(entries.map(({ priceCents }) => priceCents));
  if (sumCents(items.map(({ priceCents }) => priceCents)) !== totalCents) {
    throw new RangeError(`The items of order ${orderId} don't add up to ${totalCents} cents`);
  }
  const taxCents = sumCents(taxes.map((tax) => tax.taxCents));
  const data = {
    orderId,
    accountId,
    userId,
    entries: entries.map(({ id, priceCents, form }) => ({
      id,
      name: form.siteName,
      priceCents,
      kind: form.kind,
    })),
    forms: entries.map(({ form }) => form),
    items: items.map(({ name, priceCents }) => ({ name, priceCents })),
    totalCents,
    taxCents: taxCents === 0 ? undefined : taxCents,
    taxes: taxes.length === 0 ? undefined : taxes.map((tax) => ({ ...tax })),
    placedOn,
    siteId,
  };
  return [{ type: 'OrderPlaced', data }];
}

/** Places the changed form. @throws BusinessRefusal conflict where the order is paid (on `order`) or being paid */
function replace(order: PlacedOrder, command: PlaceOrder): readonly OrderEvent[] {
  if (order.status === 'rejected') throw conflict('This order was canceled. Please open a new form.');
  if (order.status === 'paid') {
    const [first, ...others] = order.entries.map(({ name }) => name);
    const names = others.length === 0 ? first : `${first} and ${others.length} more`;
    throw conflict(
      `This form was already ordered as ${names}. Please open a new form to order more.`,
      'order',
    );
  }
  refuseWhilePaying(order);
  return place(command);
}

function refuseWhilePaying({ openAttempt }: PlacedOrder): void {
  if (openAttempt === null) return;
  throw conflict('A payment of this order is being processed. Please wait until it is complete.');
}

function refuseUnpayable({ status }: PlacedOrder): void {
  if (status === 'paid') throw conflict('This order is paid already.');
  if (status === 'rejected') throw conflict("This order was canceled and can't be paid.");
}

function startPayment(order: PlacedOrder, attemptId: string): readonly OrderEvent[] {
  if (order.openAttempt === attemptId) return [];
  refuseUnpayable(order);
  refuseWhilePaying(order);
  const { orderId, accountId, attempts } = order;
  return [{ type: 'OrderPaymentStarted', data: { orderId, accountId, attemptId, attempt: attempts + 1 } }];
}

function pay(
  order: PlacedOrder,
  command: Extract<OrderCommand, { type: 'PayOrder' }>,
): readonly OrderEvent[] {
  const { paymentId, amountCents, livemode, paidOn } = command;
  if (order.payment?.paymentId === paymentId) return [];
  refuseUnpayable(order);
  if (asCents(amountCents) !== order.totalCents) {
    throw paymentRequired(
      `This order costs ${formatDollars(order.totalCents)}, not ${formatDollars(amountCents)}.`,
    );
  }
  const { orderId, accountId, taxCents } = order;
  const tax = taxCents === undefined ? {} : { taxCents };
  const data = { orderId, accountId, paymentId, amountCents, ...tax, livemode, paidOn };
  return [{ type: 'OrderPaid', data }];
}

function fulfil(order: PlacedOrder, id: string): readonly OrderEvent[] {
  const entry = order.entries.find((candidate) => candidate.id === id);
  if (!entry) throw notFound('This is not part of the order.');
  if (entry.outcome === 'fulfilled') return [];
  if (entry.outcome === 'rejected') throw conflict('This part of the order was rejected.');
  if (order.status === 'awaiting_payment') {
    throw paymentRequired('Please pay for this order first.');
  }
  return [{ type: 'OrderItemFulfilled', data: { orderId: order.orderId, accountId: order.accountId, id } }];
}

function reject(
  order: PlacedOrder,
  { entryIds, reason, leftCents }: Extract<OrderCommand, { type: 'RejectOrder' }>,
): readonly OrderEvent[] {
  const named = entryIds === null ? null : new Set(entryIds);
  const chosen = order.entries.filter(({ id }) => named === null || named.has(id));
  if (named !== null && chosen.length !== named.size) {
    throw notFound('This is not part of the order.');
  }
  const rejected = chosen.filter(({ outcome }) => outcome !== 'rejected');
  if (rejected.length === 0) return [];
  refuseWhilePaying(order);
  if (order.status === 'awaiting_payment' && rejected.length !== order.entries.length) {
    throw unprocessable('An order that is not paid can only be rejected as a whole.');
  }
  const paid = sumCents(rejected.map(({ priceCents }) => priceCents));
  const refundCents = order.payment ? Math.min(paid, leftCents) : 0;
  const data = {
    orderId: order.orderId,
    accountId: order.accountId,
    entryIds: rejected.map(({ id }) => id),
    reason: reason?.trim() || null,
    refundCents,
    paymentId: refundCents > 0 ? (order.payment?.paymentId ?? null) : null,
  };
  return [{ type: 'OrderRejected', data }];
}

function decide(command: OrderCommand, state: OrderState): readonly OrderEvent[] {
  if (command.type === 'PlaceOrder') {
    if (state.status === 'none') return place(command);
    return command.replaces ? replace(state, command) : [];
  }
  if (state.status === 'none') throw notFound('Order not found');
  switch (command.type) {
    case 'StartOrderPayment':
      return startPayment(state, command.attemptId);
    case 'EndOrderPayment': {
      if (state.openAttempt !== command.attemptId) return [];
      const { orderId, accountId } = state;
      const { attemptId, message } = command;
      return [{ type: 'OrderPaymentEnded', data: { orderId, accountId, attemptId, message } }];
    }
    case 'PayOrder':
      return pay(state, command);
    case 'FulfilOrderItem':
      return fulfil(state, command.id);
    case 'RejectOrder':
      return reject(state, command);
  }
}

/** An order from the priced form to its sites or migrations (S1-4, rule D14). Each entry is created once, or rejected and refunded. */
export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = {
  initialState: { status: 'none' },
  evolve: evolveOrder,
  decide,
};
