import { accountDecider, accountStream, BusinessRefusal, reveal } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import type { AccountRow, UserRow } from '@portal/projections';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';

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

/** To administrators: money that was to go back to a card did not; nobody tries again by itself. */
function moneyDidNotGoBack(refund: {
  readonly company: string;
  readonly amountCents: number;
  /** The provider's words. */
  readonly message: string;
  readonly paymentUrl: string;
}): Letter {
  const amount = formatDollars(refund.amountCents);
  return {
    subject: `A refund of ${amount} failed`,
    preheader: `${refund.company} was not refunded.`,
    title: 'A refund failed',
    blocks: [
      'A refund to a card failed. Please refund the dealer another way, or at the card provider.',
      {
        kind: 'facts',
        facts: [
          ['Company', refund.company],
          ['Amount', amount],
          ['Provider message', refund.message],
        ],
      },
      { kind: 'button', label: 'Open the payment', href: refund.paymentUrl },
    ],
  };
}

/** To the recipient: an administrator asks for a payment method (rule G11). */
function paymentMethodWanted(facts: { readonly name: string; readonly paymentMethodUrl: string }): Letter {
  return {
    subject: 'Please update your payment method',
    preheader: 'It takes a minute on a secure page.',
    title: 'Please update your payment method',
    blocks: [
      `Hello ${facts.name}, please sign in and save or update the card of your company. Card numbers go only to the card provider. We never see them and never ask for them by mail or phone.`,
      { kind: 'button', label: 'Update payment method', href: facts.paymentMethodUrl },
    ],
  };
}

/**
 * Mails the invoice recipient, else the company's first user, the link to the payment method page (rule G11): an administrator never types a dealer's card in. Once for a command.
 * @returns the address that was written to
 * @throws BusinessRefusal unprocessable where the company has nobody to write to
 */
export async function askForPaymentMethod(
  ports: {
    readonly outbox: Pick<Outbox, 'post'>;
    /** The earliest first. */
    usersOfAccount(accountId: string): Promise<readonly Pick<UserRow, 'id' | 'name' | 'email'>[]>;
    page(path: string): string;
  },
  account: Pick<AccountRow, 'id' | 'first_user_id'>,
  context: CommandContext,
): Promise<string> {
  const users = await ports.usersOfAccount(account.id);
  const user = users.find(({ id }) => id === account.first_user_id) ?? users[0];
  if (user === undefined) {
    throw new BusinessRefusal('unprocessable', 'This company has no user to write to.');
  }
  await ports.outbox.post({
    cause: context.id,
    kind: 'paymentMethodWanted',
    recipient: user.email,
    userId: user.id,
    accountId: account.id,
    letter: paymentMethodWanted({ name: user.name, paymentMethodUrl: ports.page('/update-payment-method') }),
  });
  return user.email;
}
