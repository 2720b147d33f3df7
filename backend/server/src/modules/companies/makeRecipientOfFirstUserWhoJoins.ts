import {
  accountDecider,
  accountStream,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import { type Consequence, consequence, process } from '../../kernel/process.ts';

/**
 * Who joins a company without users receives its invoices, has its sites and lends it the Dealer ID (decisions B19 and
 * Data). Sites that were switched off stay so.
 */
export const makeRecipientOfFirstUserWhoJoins = process({
  name: 'makeRecipientOfFirstUserWhoJoins',
  types: ['UserAdded', 'UserAssignedToAccount'],
  async decide({ event, position }, load, lookUp) {
    const { userId, accountId } = event.data;
    if (accountId === null) return [];
    const account = await load(accountStream(accountId), accountDecider);
    // adding the user opens it, here or in the runner, which comes by this event again
    if (account.status === 'none') throw new Error(`Account ${accountId} is not open yet`);
    if (account.invoiceRecipient !== null && account.invoiceRecipient !== userId) return [];
    const user = await load(userStream(userId), userDecider);
    if (user.status !== 'present' || user.accountId !== accountId) return [];

    const ofAccount = { stream: accountStream(accountId), accounts: [accountId], decider: accountDecider };
    const consequences: Consequence[] = [];
    if (account.invoiceRecipient === null) {
      const command = { type: 'ChangeInvoiceRecipient', userId } as const;
      consequences.push(consequence({ ...ofAccount, key: 'recipient', command }));
      for (const { id } of await lookUp.sitesOfAccount(accountId, position)) {
        consequences.push(
          consequence({
            stream: siteStream(id),
            accounts: [accountId],
            decider: siteDecider,
            key: id,
            command: { type: 'PassSiteToUser', userId },
          }),
        );
      }
    }
    if (user.dealerId !== null) {
      const command = { type: 'ChangeAccountDealerId', dealerId: user.dealerId } as const;
      consequences.push(consequence({ ...ofAccount, key: 'dealerId', command }));
    }
    return consequences;
  },
});
