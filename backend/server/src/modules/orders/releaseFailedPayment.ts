import {
  invoiceDecider,
  invoiceStream,
  orderDecider,
  orderStream,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/** An attempt that is over without money lets go of its orders and invoices, so that another can begin. */
export const releaseFailedPayment = process({
  name: 'endWhatAFailedPaymentWasFor',
  types: ['PaymentFailed'],
  async decide({ event }, load) {
    const { attemptId, accountId, message } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') return [];
    const accounts = [accountId];
    return payment.shares.map(({ kind, id }) =>
      kind === 'order'
        ? consequence({
            stream: orderStream(id),
            accounts,
            decider: orderDecider,
            key: `order ${id}`,
            command: { type: 'EndOrderPayment', attemptId, message },
          })
        : consequence({
            stream: invoiceStream(id),
            accounts,
            decider: invoiceDecider,
            key: `invoice ${id}`,
            command: { type: 'EndInvoicePayment', attemptId, message },
          }),
    );
  },
});
