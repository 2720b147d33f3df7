import { onAccount } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';
import { accountOnceOpen } from '../companies/module.ts';

/** An account carries the dealer id of its first user (rule D1); colleagues have their own. */
export const showDealerIdOnUserApproved = process({
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
