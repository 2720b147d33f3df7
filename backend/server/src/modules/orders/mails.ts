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
import { formatDay, formatDollars } from '@portal/domain/values';
import { button, factTable, type Letter, note, reasonGiven } from '../../platform/mail/letter.ts';
import {
  type Notification,
  type NotificationPorts,
  notification,
  replies,
} from '../../platform/notifications/notification.ts';

/** Further names are counted. */
const MAX_NAMES = 10;

function namesOf(entries: PlacedOrder['entries']): string {
  const names = entries.map(({ name }) => name);
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
    const total = formatDollars(order.totalCents);
    const letter: Letter = {
      subject: `Receipt for your order ${number}`,
      preheader: `${total} paid on ${formatDay(paidOn)}.`,
      title: 'Thank you for your order',
      blocks: [
        // what can no longer be made is rejected at once, with a mail of its own
        order.status === 'rejected'
          ? 'We received your payment. The receipt is attached.'
          : 'We received your payment. The receipt is attached; your order is waiting for approval.',
        factTable(['Order', number], sitesOf(order), ['Paid on', formatDay(paidOn)], ['Amount', total]),
        ...(livemode ? [] : [note('Test payment: no money was charged.')]),
        button('View your orders', ports.page('/invoicing')),
      ],
    };
    const receipt = { paper: 'receipt', id: orderId, filename: `receipt-${number}.pdf` } as const;
    return replies('orderPaid', await buyersOf(order, ports), null, letter, [receipt]);
  },
});

const sitesOf = ({ entries }: PlacedOrder) =>
  [entries.length === 1 ? 'Site' : 'Sites', namesOf(entries)] as const;

/** The user who ordered, else all users of the company. */
async function buyersOf(
  { accountId, userId }: PlacedOrder,
  ports: Pick<NotificationPorts, 'usersOfAccount'>,
) {
  const users = await ports.usersOfAccount(accountId);
  const buyer = users.filter(({ id }) => id === userId);
  return buyer.length > 0 ? buyer : users;
}

/** Mails the company's users about rejected entries of a paid order, with reason and refund (rule D17). */
const mailDealersOnOrderRejected = notification({
  name: 'mailDealersOnOrderRejected',
  types: ['OrderRejected'],
  async write({ id, event }, ports) {
    const { orderId, entryIds, reason } = event.data;
    const order = await ports.load(orderStream(orderId), orderDecider);
    // of an order that was not paid, the site's or migration's own mail is sent
    if (order.status === 'none' || order.payment === null) return [];
    const payment = await ports.load(paymentStream(order.payment.paymentId), paymentDecider);
    const number = orderNumber(orderId);
    const rejected = order.entries.filter((entry) => entryIds.includes(entry.id));
    const refundCents =
      payment.status === 'none'
        ? event.data.refundCents
        : refundOf(payment, id, orderId, event.data.refundCents);
    const refund = formatDollars(refundCents);
    const back =
      refundCents > 0
        ? `${refund} is refunded to your card.`
        : rejected.every(({ priceCents }) => priceCents === 0)
          ? 'Nothing was charged for it.'
          : 'Your payment was returned before, so there is nothing left to refund.';
    const letter: Letter = {
      subject: `Your order ${number} was rejected`,
      preheader: back,
      title: 'Your order was rejected',
      blocks: [
        `We are sorry, but we cannot fulfill your order of ${namesOf(rejected)}.`,
        ...reasonGiven(reason),
        refundCents > 0 ? `${back} Depending on your bank, it appears within 5 to 10 days.` : back,
        factTable(['Order', number], ...(refundCents > 0 ? [['Refund', refund] as const] : [])),
        button('View your orders', ports.page('/invoicing')),
      ],
    };
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

/** Mails who ordered about a refund, unless the mail about the rejection told it. Also about refunds made at the provider. */
const mailDealerOnOrderRefunded = notification({
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
    const number = orderNumber(of.id);
    const amount = formatDollars(amountCents);
    const letter: Letter = {
      subject: `Refund for your order ${number}`,
      preheader: `${amount} was refunded.`,
      title: 'We sent you a refund',
      blocks: [
        `We returned ${amount} to your card; your bank may take some days to show it.`,
        factTable(['Order', number], sitesOf(order), ['Refund', amount]),
        ...reasonGiven(refund?.reason ?? null),
        ...(payment.livemode ? [] : [note('Test payment: no money was moved.')]),
        button('View your orders', ports.page('/invoicing')),
      ],
    };
    return replies('orderRefunded', await buyersOf(order, ports), null, letter);
  },
});

/** Mails about orders. */
export const orderMails: readonly Notification[] = [
  mailDealerReceiptOnOrderPaid,
  mailDealersOnOrderRejected,
  mailDealerOnOrderRefunded,
];
