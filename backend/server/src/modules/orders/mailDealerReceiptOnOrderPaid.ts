import { orderDecider, orderNumber, orderStream } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { orderPaid } from './letters.ts';

/** Who ordered gets the receipt, attached; where that user is gone, everybody of the company. */
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
      url: ports.page('/invoicing'),
    });
    const receipt = { paper: 'receipt', id: orderId, filename: `receipt-${number}.pdf` } as const;
    return replies('orderPaid', buyer.length > 0 ? buyer : users, null, letter, [receipt]);
  },
});
