import { reveal, userDecider, userStream } from '@portal/domain';
import type { EnvelopeOf } from '../../../kernel/execute.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import { notification } from '../../../platform/notifications/notification.ts';
import { recoveryCodeUsed, secondFactorDisabled, secondFactorEnabled } from './secondFactorLetters.ts';

/** The user hears when two-step verification goes on or off and when a recovery code was used. */
export const mailUserOnSecondFactorChanged = notification({
  name: 'mailUserOnSecondFactorChanged',
  types: ['SecondFactorEnabled', 'SecondFactorDisabled', 'RecoveryCodeUsed'],
  async write({ event }, ports) {
    const { userId } = event.data;
    const user = await ports.load(userStream(userId), userDecider);
    if (user.status !== 'present') return [];
    const facts = {
      username: reveal(user.username),
      resetUrl: ports.page('/reset-password'),
      settingsUrl: ports.page('/settings?tab=password'),
      supportEmail: ports.supportEmail,
    };
    const { kind, letter } = written(event, facts);
    return [{ kind, recipient: reveal(user.profile.email), userId, letter }];
  },
});

function written(
  event: EnvelopeOf<'SecondFactorEnabled' | 'SecondFactorDisabled' | 'RecoveryCodeUsed'>['event'],
  facts: Parameters<typeof secondFactorEnabled>[0] & { readonly settingsUrl: string },
): { readonly kind: string; readonly letter: Letter } {
  switch (event.type) {
    case 'SecondFactorEnabled':
      return { kind: 'secondFactorEnabled', letter: secondFactorEnabled(facts) };
    case 'SecondFactorDisabled': {
      const byAdministrator = event.data.how === 'admin';
      return { kind: 'secondFactorDisabled', letter: secondFactorDisabled({ ...facts, byAdministrator }) };
    }
    case 'RecoveryCodeUsed': {
      const { left } = event.data;
      return { kind: 'recoveryCodeUsed', letter: recoveryCodeUsed({ ...facts, left }) };
    }
  }
}
