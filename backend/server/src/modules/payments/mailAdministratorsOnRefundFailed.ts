import { accountDecider, accountStream, reveal } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { moneyDidNotGoBack } from './letters.ts';

/**
 * Administrators hear, whatever their flags, that money of an order or money that nothing claimed did not go back.
 * What was an invoice's is told by the invoice's own mail.
 */
export const mailAdministratorsOnRefundFailed = notification({
  name: 'mailAdministratorsOnRefundFailed',
  types: ['PaymentRefundFailed'],
  async write({ event }, ports) {
    if (event.data.of?.kind === 'invoice') return [];
    const { attemptId, accountId, amountCents, message } = event.data;
    const account = await ports.load(accountStream(accountId), accountDecider);
    const letter = moneyDidNotGoBack({
      company: account.status === 'none' ? 'A dealer' : reveal(account.company.name),
      amountCents,
      message,
      paymentUrl: ports.page(`/admin-dashboard/payments/${attemptId}/show`),
    });
    return replies('moneyDidNotGoBack', await ports.administrators(), null, letter);
  },
});
