import { BusinessRefusal } from '@portal/domain';
import type { AccountRow, UserRow } from '@portal/projections';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { paymentMethodWanted } from './letters.ts';

/**
 * Mails the invoice recipient, else the company's first user, the link to the payment method page (decisions, Routes
 * 11): an administrator never types a dealer's card in. Once for a command.
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
