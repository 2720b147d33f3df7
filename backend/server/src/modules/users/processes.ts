import { accountDecider, accountStream } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/** An account carries the dealer id of its first user (rule D1); colleagues have their own. */
export const showDealerIdOnUserApproved = process({
  name: 'showDealerIdOnUserApproved',
  types: ['UserApproved', 'DealerIdChanged'],
  async decide({ event }, load) {
    const { userId, accountId, dealerId } = event.data;
    if (accountId === null || dealerId === null) return [];
    const account = await load(accountStream(accountId), accountDecider);
    // the registration opened it, here or in the runner, which comes by this event again
    if (account.status === 'none') throw new Error(`Account ${accountId} is not open yet`);
    if (account.invoiceRecipient !== userId) return [];
    return [
      consequence({
        stream: accountStream(accountId),
        accounts: [accountId],
        decider: accountDecider,
        command: { type: 'ChangeAccountDealerId', dealerId },
      }),
    ];
  },
});
