import {
  accountDecider,
  accountStream,
  reveal,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import { type Consequence, consequence, process } from '../../kernel/process.ts';

/**
 * A dealer's registration opens the company's account, with the company and address the dealer gave; so does a user
 * whom an administrator adds without choosing a company (rule D11). Where there is one nothing happens.
 */
export const openAccountOnDealerRegistered = process({
  name: 'openAccountOnDealerRegistered',
  types: ['DealerRegistered', 'UserAdded'],
  async decide({ event }) {
    const { accountId, userId, company, address, city, state, zip, phone, email } = event.data;
    if (accountId === null) return [];
    return [
      consequence({
        stream: accountStream(accountId),
        accounts: [accountId],
        decider: accountDecider,
        command: {
          type: 'OpenAccount',
          accountId,
          firstUserId: userId,
          company: {
            name: reveal(company),
            companyName: reveal(company),
            companyAddress: reveal(address),
            companyCity: reveal(city),
            companyState: reveal(state),
            companyZip: reveal(zip),
            companyPhone: reveal(phone),
            companyEmail: reveal(email),
          },
        },
      }),
    ];
  },
});

/**
 * A user who is deleted or moved to another company leaves sites and, as the first user, the invoices: the account's
 * next user has them from then on. Sites turn inactive only when the last user is deleted (rule D4).
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

/**
 * The first user to join a company without users receives its invoices, owns its sites and provides its Dealer ID
 * (rules B19, D4). Inactive sites stay inactive.
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
