import { accountDecider, accountStream, siteDecider, siteStream } from '@portal/domain';
import { type Consequence, consequence, process } from '../../kernel/process.ts';

/**
 * A user who is deleted or moved to another company leaves sites and, as the first user, the invoices: the account's
 * next user has them from then on. Sites turn inactive only when the last user is deleted (decisions, Data).
 */
export const passOnWhatAUserLeaves = process({
  name: 'passOnWhatAUserLeaves',
  types: ['UserDeleted', 'UserAssignedToAccount'],
  async decide({ event, position }, load, lookUp) {
    const { userId } = event.data;
    const accountId = event.type === 'UserDeleted' ? event.data.accountId : event.data.fromAccountId;
    if (accountId === null || accountId === undefined) return [];
    const account = await load(accountStream(accountId), accountDecider);
    // a registration opened it, here or in the runner, which comes by this event again
    if (account.status === 'none') throw new Error(`Account ${accountId} is not open yet`);
    const users = await lookUp.usersOfAccount(accountId, position);
    const heir = users.find(({ id }) => id !== userId) ?? null;
    const sites = await lookUp.sitesOfAccount(accountId, position);
    const left = [...sites].sort((a, b) => (a.id < b.id ? -1 : 1));

    const consequences: Consequence[] = [];
    if (account.invoiceRecipient === userId) {
      const ofAccount = { stream: accountStream(accountId), accounts: [accountId], decider: accountDecider };
      consequences.push(
        consequence({
          ...ofAccount,
          key: 'recipient',
          command: { type: 'ChangeInvoiceRecipient', userId: heir?.id ?? null },
        }),
      );
      if (heir !== null && heir.dealerId !== null) {
        const { dealerId } = heir;
        consequences.push(
          consequence({
            ...ofAccount,
            key: 'dealerId',
            command: { type: 'ChangeAccountDealerId', dealerId },
          }),
        );
      }
    }
    for (const site of left) {
      const ofSite = {
        stream: siteStream(site.id),
        accounts: [accountId],
        decider: siteDecider,
        key: site.id,
      };
      if (heir !== null && site.userId === userId) {
        consequences.push(consequence({ ...ofSite, command: { type: 'PassSiteToUser', userId: heir.id } }));
      }
      if (heir === null && event.type === 'UserDeleted' && site.status !== 'inactive') {
        consequences.push(consequence({ ...ofSite, command: { type: 'DeactivateSite', by: 'system' } }));
      }
    }
    return consequences;
  },
});
