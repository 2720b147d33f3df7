import { reveal, userDecider, userStream } from '@portal/domain';
import { notification } from '../../platform/notifications/notification.ts';
import { dealerApproved, dealerDisapproved } from './letters.ts';

/** The dealer hears that the account was approved, with the dealer id, or that access was suspended. */
export const mailDealerOnApproval = notification({
  name: 'mailDealerOnApproval',
  types: ['UserApproved', 'UserDisapproved'],
  async write({ event }, ports) {
    const { userId } = event.data;
    const user = await ports.load(userStream(userId), userDecider);
    // an administrator needs no approval
    if (user.status !== 'present' || user.isAdmin) return [];
    const to = { recipient: reveal(user.profile.email), userId };
    const name = reveal(user.profile.name);
    if (event.type === 'UserDisapproved') {
      const letter = dealerDisapproved({ name, supportEmail: ports.supportEmail });
      return [{ kind: 'dealerDisapproved', ...to, letter }];
    }
    const dealerId = event.data.dealerId ?? '';
    return [
      {
        kind: 'dealerApproved',
        ...to,
        letter: dealerApproved({ name, dealerId, loginUrl: ports.page('/login') }),
      },
    ];
  },
});
