import {
  orderDecider,
  orderNumber,
  orderStream,
  type PlacedOrder,
  paymentDecider,
  paymentStream,
  refundableCents,
  type StartedPayment,
} from '@portal/domain';
import { type Day, formatDay, formatDollars } from '@portal/domain/values';
import { button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';

interface OrderFacts {
  readonly orderNumber: string;
  readonly totalCents: number;
  readonly names: readonly string[];
  /** The page that the button opens. */
  readonly url: string;
}

/** Further names are counted. */
const MAX_NAMES = 10;

function namesOf(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return names.join(', ');
  return `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`;
}

/** Mails the receipt to the user who ordered, else to all users of the company. */
export const mailDealerReceiptOnOrderPaid = notification({
  name: 'mailDealerReceiptOnOrderPaid',
  types: ['OrderPaid'],
  async write({ event }, ports) {
    const { orderId, paidOn, livemode } = event.data;
    const order = await ports.load(orderStream(orderId), orderDecider);
    if (order.status === 'none') return [];
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
    return replies('orderPaid', await buyersOf(order, ports), null, letter, [receipt]);
  },
});

/** The user who ordered, else all users of the company. */
async function buyersOf(
  { accountId, userId }: PlacedOrder,
  ports: Pick<NotificationPorts, 'usersOfAccount'>,
) {
  const users = await ports.usersOfAccount(accountId);
  const buyer = users.filter(({ id }) => id === userId);
  return buyer.length > 0 ? buyer : users;
}

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
    const { orderId, entryIds, reason, refundCents } = event.data;
    const order = await ports.load(orderStream(orderId), orderDecider);
    // of an order that was not paid, the site's or migration's own mail is sent
    if (order.status === 'none' || order.payment === null) return [];
    const payment = await ports.load(paymentStream(order.payment.paymentId), paymentDecider);
    const rejected = order.entries.filter((entry) => entryIds.includes(entry.id));
    const letter = orderRejected({
      orderNumber: orderNumber(orderId),
      names: rejected.map(({ name }) => name),
      reason,
      isFree: rejected.every(({ priceCents }) => priceCents === 0),
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
  order: Omit<OrderFacts, 'totalCents'> & {
    readonly reason: string | null;
    readonly isFree: boolean;
    readonly refundCents: number;
  },
): Letter {
  const refund = formatDollars(order.refundCents);
  const isRefunded = order.refundCents > 0;
  const back = isRefunded
    ? `${refund} is refunded to your card.`
    : order.isFree
      ? 'Nothing was charged for it.'
      : 'Your payment was returned before, so there is nothing left to refund.';
  return {
    subject: `Your order ${order.orderNumber} was rejected`,
    preheader: back,
    title: 'Your order was rejected',
    blocks: [
      `We are sorry, but we cannot fulfill your order of ${namesOf(order.names)}.`,
      ...reasonGiven(order.reason),
      isRefunded ? `${back} Depending on your bank, it appears within 5 to 10 days.` : back,
      factTable(['Order', order.orderNumber], ...(isRefunded ? [['Refund', refund] as const] : [])),
      button('View your orders', order.url),
    ],
  };
}

/** Mails who ordered about a refund, unless the mail about the rejection told it. Also about refunds made at the provider. */
export const mailDealerOnOrderRefunded = notification({
  name: 'mailDealerOnOrderRefunded',
  types: ['PaymentRefunded'],
  async write({ event }, ports) {
    const { attemptId, refundId, of, amountCents } = event.data;
    if (of?.kind !== 'order') return [];
    const order = await ports.load(orderStream(of.id), orderDecider);
    const payment = await ports.load(paymentStream(attemptId), paymentDecider);
    if (order.status === 'none' || payment.status === 'none') return [];
    const refund = payment.refunds.find((one) => one.refundId === refundId);
    if (refund?.rejection === true) return [];
    const letter = orderRefunded({
      orderNumber: orderNumber(of.id),
      names: order.entries.map(({ name }) => name),
      amountCents,
      reason: refund?.reason ?? null,
      testMode: !payment.livemode,
      url: ports.page('/invoicing'),
    });
    return replies('orderRefunded', await buyersOf(order, ports), null, letter);
  },
});

/** To the dealer who ordered. @param testMode whether no real money moved (rule B24) */
function orderRefunded(
  order: Omit<OrderFacts, 'totalCents'> & {
    readonly amountCents: number;
    readonly reason: string | null;
    readonly testMode: boolean;
  },
): Letter {
  const amount = formatDollars(order.amountCents);
  return {
    subject: `Refund for your order ${order.orderNumber}`,
    preheader: `${amount} was refunded.`,
    title: 'We sent you a refund',
    blocks: [
      `We returned ${amount} to your card; your bank may take some days to show it.`,
      factTable(
        ['Order', order.orderNumber],
        [order.names.length === 1 ? 'Site' : 'Sites', namesOf(order.names)],
        ['Refund', amount],
      ),
      ...reasonGiven(order.reason),
      ...(order.testMode ? [{ kind: 'note', text: 'Test payment: no money was moved.' } as const] : []),
      button('View your orders', order.url),
    ],
  };
}
