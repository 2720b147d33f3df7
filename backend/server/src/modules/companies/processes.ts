import { onAccount, onSite, onUser, userDecider, userStream } from '@portal/domain';
import { type Consequence, consequence, type Process, process } from '../../kernel/process.ts';
import { accountOnceOpen } from './company.ts';

/** Also for users whom an administrator adds without choosing a company (rule D11). */
export const openAccountOnDealerRegistered = process({
  name: 'openAccountOnDealerRegistered',
  types: ['DealerRegistered', 'UserAdded'],
  async decide({ event }) {
    const { accountId, userId, company, address, city, state, zip, phone, email } = event.data;
    if (accountId === null) return [];
    return [
      consequence({
        ...onAccount(accountId),
        command: {
          type: 'OpenAccount',
          accountId,
          firstUserId: userId,
          company: {
            name: company,
            companyName: company,
            companyAddress: address,
            companyCity: city,
            companyState: state,
            companyZip: zip,
            companyPhone: phone,
            companyEmail: email,
          },
        },
      }),
    ];
  },
});

const receiveInvoices = (accountId: string, userId: string | null) =>
  consequence({
    ...onAccount(accountId),
    key: 'recipient',
    command: { type: 'ChangeInvoiceRecipient', userId },
  });

const showDealerId = (accountId: string, dealerId: string) =>
  consequence({
    ...onAccount(accountId),
    key: 'dealerId',
    command: { type: 'ChangeAccountDealerId', dealerId },
  });

/**
 * Passes the sites of a user who is deleted or moved to the account's next owner, else user, and the invoices if the user received
 * them. Where no owner is left, that user becomes one. Sites turn inactive only when the last user is deleted (rule D4).
 */
export const passOnSitesAndInvoices = process({
  name: 'passOnSitesAndInvoices',
  types: ['UserDeleted', 'UserAssignedToAccount'],
  async decide({ event, position }, load, lookUp) {
    const { userId } = event.data;
    const accountId = event.type === 'UserDeleted' ? event.data.accountId : event.data.fromAccountId;
    if (accountId === null || accountId === undefined) return [];
    const account = await accountOnceOpen(accountId, load);
    const users = await lookUp.usersOfAccount(accountId, position);
    const others = users.filter(({ id }) => id !== userId);
    const heir = others.find(({ dealerRole }) => dealerRole === 'owner') ?? others[0] ?? null;
    const sites = await lookUp.sitesOfAccount(accountId, position);

    const consequences: Consequence[] = [];
    if (heir !== null && heir.dealerRole !== 'owner') {
      const command = { type: 'SetDealerRole', role: 'owner', otherOwners: 0 } as const;
      consequences.push(consequence({ ...onUser({ userId: heir.id, accountId }), key: 'owner', command }));
    }
    if (account.invoiceRecipient === userId) {
      consequences.push(receiveInvoices(accountId, heir?.id ?? null));
      if (heir !== null && heir.dealerId !== null) {
        consequences.push(showDealerId(accountId, heir.dealerId));
      }
    }
    for (const site of [...sites].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const ofSite = { ...onSite(site.id, accountId), key: site.id };
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
export const makeFirstUserRecipient = process({
  name: 'makeFirstUserRecipient',
  types: ['UserAdded', 'UserAssignedToAccount'],
  async decide({ event, position }, load, lookUp) {
    const { userId, accountId } = event.data;
    if (accountId === null) return [];
    const account = await accountOnceOpen(accountId, load);
    if (account.invoiceRecipient !== null && account.invoiceRecipient !== userId) return [];
    const user = await load(userStream(userId), userDecider);
    if (user.status !== 'present' || user.accountId !== accountId) return [];

    const consequences: Consequence[] = [];
    if (account.invoiceRecipient === null) {
      consequences.push(receiveInvoices(accountId, userId));
      for (const { id } of await lookUp.sitesOfAccount(accountId, position)) {
        const command = { type: 'PassSiteToUser', userId } as const;
        consequences.push(consequence({ ...onSite(id, accountId), key: id, command }));
      }
    }
    if (user.dealerId !== null) consequences.push(showDealerId(accountId, user.dealerId));
    return consequences;
  },
});

/** An account carries the dealer id of its first user (rule D1); colleagues have their own. */
const showDealerIdOnUserApproved = process({
  name: 'showDealerIdOnUserApproved',
  types: ['UserApproved', 'DealerIdChanged'],
  async decide({ event }, load) {
    const { userId, accountId, dealerId } = event.data;
    if (accountId === null || dealerId === null) return [];
    const account = await accountOnceOpen(accountId, load);
    if (account.invoiceRecipient !== userId) return [];
    return [consequence({ ...onAccount(accountId), command: { type: 'ChangeAccountDealerId', dealerId } })];
  },
});

/** Those of one event run in this order. */
export const companyProcesses: readonly Process[] = [
  openAccountOnDealerRegistered,
  passOnSitesAndInvoices,
  makeFirstUserRecipient,
  showDealerIdOnUserApproved,
];
