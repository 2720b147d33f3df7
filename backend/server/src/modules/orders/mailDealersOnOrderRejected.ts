import { orderDecider, orderNumber, orderStream } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { orderRejected } from './letters.ts';

/** The company's users hear what of a paid order was rejected, why, and what is given back (decisions, Data). */
export const mailDealersOnOrderRejected = notification({
  name: 'mailDealersOnOrderRejected',
  types: ['OrderRejected'],
  async write({ event }, ports) {
    const { orderId, entryIds, reason, refundCents } = event.data;
    // of what cost nothing, or was never paid, the site's or migration's own letter tells
    if (refundCents === 0) return [];
    const order = await ports.load(orderStream(orderId), orderDecider);
    if (order.status === 'none') return [];
    const rejected = new Set(entryIds);
    const letter = orderRejected({
      orderNumber: orderNumber(orderId),
      names: order.entries.filter(({ id }) => rejected.has(id)).map(({ name }) => name),
      reason,
      refundCents,
      url: ports.page('/invoicing'),
    });
    return replies('orderRejected', await ports.usersOfAccount(order.accountId), null, letter);
  },
});
