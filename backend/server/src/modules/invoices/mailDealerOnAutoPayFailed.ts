import { paymentDecider } from '@portal/domain';
import { notification, type Reply, replies } from '../../platform/notifications/notification.ts';
import { invoiceFacts, invoiceOf, recipientOf } from './invoiceMails.ts';
import { autoPayFailed } from './letters.ts';

/**
 * The recipient hears when automatic payment did not go through, whatever mails are wanted, and is led to Pay Now. Only
 * of the first decline: what follows on the same attempt is the dealer's own doing.
 */
export const mailDealerOnAutoPayFailed = notification({
  name: 'mailDealerOnAutoPayFailed',
  types: ['PaymentDeclined', 'PaymentFailed'],
  async write(envelope, ports) {
    const { event } = envelope;
    const payment = await ports.stateBefore(envelope, paymentDecider);
    if (payment.status === 'none' || payment.how !== 'auto_pay' || payment.lastDecline !== null) return [];
    const letters: Reply[] = [];
    for (const { kind, id } of payment.shares) {
      if (kind !== 'invoice') continue;
      const invoice = await invoiceOf(ports, id);
      if (invoice === null || invoice.status !== 'open') continue;
      const letter = autoPayFailed({ ...invoiceFacts(ports, invoice), message: event.data.message });
      letters.push(...replies('autoPayFailed', await recipientOf(ports, invoice), null, letter));
    }
    return letters;
  },
});
