import { reveal, userDecider } from '@portal/domain';
import { notification } from '../../platform/notifications/notification.ts';
import { emailChanged } from './letters.ts';

/** The old and the new address hear that mail goes elsewhere now, and what to do if it was somebody else. */
export const mailBothAddressesOnEmailChanged = notification({
  name: 'mailBothAddressesOnEmailChanged',
  types: ['ProfileChanged'],
  async write(envelope, ports) {
    const { event } = envelope;
    const before = await ports.stateBefore(envelope, userDecider);
    if (before.status !== 'present') return [];
    const [oldEmail, newEmail] = [reveal(before.profile.email), reveal(event.data.email)];
    if (oldEmail === newEmail) return [];
    const { userId } = event.data;
    const letter = emailChanged({
      username: reveal(before.username),
      oldEmail,
      newEmail,
      supportEmail: ports.supportEmail,
    });
    return [oldEmail, newEmail].map((recipient) => ({ kind: 'emailChanged', recipient, userId, letter }));
  },
});
