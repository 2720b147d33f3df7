import { reveal, userDecider, userStream } from '@portal/domain';
import { notification } from '../../../platform/notifications/notification.ts';
import { passwordChanged } from '../letters.ts';

/** The user hears that the password was changed, and what to do if it was somebody else. */
export const mailUserOnPasswordChanged = notification({
  name: 'mailUserOnPasswordChanged',
  types: ['PasswordChanged'],
  async write({ event }, ports) {
    const { userId } = event.data;
    const user = await ports.load(userStream(userId), userDecider);
    if (user.status !== 'present') return [];
    const letter = passwordChanged({
      username: reveal(user.username),
      resetUrl: ports.page('/reset-password'),
      supportEmail: ports.supportEmail,
    });
    return [{ kind: 'passwordChanged', recipient: reveal(user.profile.email), userId, letter }];
  },
});
