import { accountDecider, accountStream, reveal } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/**
 * A dealer's registration opens the company's account, with the company and address the dealer gave; so does a user
 * whom an administrator adds without choosing a company (decisions, Data). Where there is one nothing happens.
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
