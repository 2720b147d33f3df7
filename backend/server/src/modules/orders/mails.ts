import {
  orderDecider,
  orderNumber,
  orderStream,
  paymentDecider,
  paymentStream,
  refundableCents,
  type StartedPayment,
} from '@portal/domain';
import { type Day, formatDay, formatDollars } from '@portal/domain/values';
import { button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';

interface OrderFacts {
  readonly orderNumber: string;
  readonly totalCents: number;
  readonly names: readonly string[];
  /** The page that the button opens. */
  readonly url: string;
}

/** Further names are counted. */
const MOST_NAMES = 10;

function namesOf(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
}

/** Mails the receipt to the user who ordered, else to all users of the company. */
export const mailDealerReceiptOnOrderPaid = notification({
  name: 'mailDealerReceiptOnOrderPaid',
  types: ['OrderPaid'],
  async write({ event }, ports) {
    const { orderId, paidOn, livemode } = event.data;
    const order = await ports.load(orderStream(orderId), orderDecider);
    if (order.status === 'none') return [];
    const users = await ports.usersOfAccount(order.accountId);
    const buyer = users.filter(({ id }) => id === order.userId);
    const number = orderNumber(orderId);
    const letter = orderPaid({
      orderNumber: number,
      totalCents: order.totalCents,
      names: order.entries.map(({ name }) => name),
      paidOn,
      testMode: !livemode,
      // what can no longer be made is rejected at once, with a mail of its own
      isRejected: order.status === 'rejected',
      url: ports.page('/invoicing'),
    });
    const receipt = { paper: 'receipt', id: orderId, filename: `receipt-${number}.pdf` } as const;
    return replies('orderPaid', buyer.length > 0 ? buyer : users, null, letter, [receipt]);
  },
});

/** To the dealer who ordered, with the receipt attached. @param testMode whether no real money moved (rule B24) */
function orderPaid(
  order: OrderFacts & { readonly paidOn: Day; readonly testMode: boolean; readonly isRejected: boolean },
): Letter {
  const total = formatDollars(order.totalCents);
  return {
    subject: `Receipt for your order ${order.orderNumber}`,
    preheader: `${total} paid on ${formatDay(order.paidOn)}.`,
    title: 'Thank you for your order',
    blocks: [
      order.isRejected
        ? 'We received your payment. The receipt is attached.'
        : 'We received your payment. The receipt is attached; your order is waiting for approval.',
      factTable(
        ['Order', order.orderNumber],
        [order.names.length === 1 ? 'Site' : 'Sites', namesOf(order.names)],
        ['Paid on', formatDay(order.paidOn)],
        ['Amount', total],
      ),
      ...(order.testMode ? [{ kind: 'note', text: 'Test payment: no money was charged.' } as const] : []),
      button('View your orders', order.url),
    ],
  };
}

/** Mails the company's users about rejected entries of a paid order, with reason and refund (rule D17). */
export const mailDealersOnOrderRejected = notification({
  name: 'mailDealersOnOrderRejected',
  types: ['OrderRejected'],
  async write({ id, event }, ports) {
    const { orderId, entryIds, reason, refundCents, paymentId } = event.data;
    // for free or unpaid entries, the site's or migration's own mail is sent
    if (refundCents === 0 || paymentId === null) return [];
    const payment = await ports.load(paymentStream(paymentId), paymentDecider);
    const order = await ports.load(orderStream(orderId), orderDecider);
    if (order.status === 'none') return [];
    const rejected = new Set(entryIds);
    const letter = orderRejected({
      orderNumber: orderNumber(orderId),
      names: order.entries.filter(({ id }) => rejected.has(id)).map(({ name }) => name),
      reason,
      refundCents: payment.status === 'none' ? refundCents : refundOf(payment, id, orderId, refundCents),
      url: ports.page('/invoicing'),
    });
    return replies('orderRejected', await ports.usersOfAccount(order.accountId), null, letter);
  },
});

/** Cents that go back to the card: a lost dispute leaves nothing to refund (rule B43). */
function refundOf(payment: StartedPayment, refundId: string, orderId: string, wantedCents: number): number {
  const asked = payment.refunds.find((refund) => refund.refundId === refundId);
  return (
    asked?.amountCents ?? Math.min(wantedCents, refundableCents(payment, { kind: 'order', id: orderId }))
  );
}

/** To the dealer. `names`: the rejected entries. `refundCents`: 0 where the payment was returned before. */
function orderRejected(
  order: Omit<OrderFacts, 'totalCents'> & { readonly reason: string | null; readonly refundCents: number },
): Letter {
  const refund = formatDollars(order.refundCents);
  const isRefunded = order.refundCents > 0;
  const back = isRefunded
    ? `${refund} is refunded to your card.`
    : 'Your payment was returned before, so there is nothing left to refund.';
  return {
    subject: `Your order ${order.orderNumber} was rejected`,
    preheader: back,
    title: 'Your order was rejected',
    blocks: [
      `We are sorry, but we cannot fulfill your order of ${namesOf(order.names)}.`,
      ...reasonGiven(order.reason),
      isRefunded ? `${back} Depending on your bank, it appears within 5 to 10 days.` : back,
      factTable(['Order', order.orderNumber], ['Refund', refund]),
      button('View your orders', order.url),
    ],
  };
}
