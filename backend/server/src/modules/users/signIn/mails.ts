import { reveal, userDecider, userStream } from '@portal/domain';
import type { PortalEnvelope } from '../../../kernel/execute.ts';
import { button, type Letter, note } from '../../../platform/mail/letter.ts';
import { type NotificationPorts, notification } from '../../../platform/notifications/notification.ts';

type Facts = Readonly<Record<'username' | 'forgotPasswordUrl' | 'settingsUrl' | 'supportEmail', string>>;

/**
 * The user's address at the event and the facts of these letters; null for a user who is gone. Whoever takes an account
 * over changes its address next, so a letter that is written late must not go to the new one.
 */
async function addresseeOf(envelope: PortalEnvelope, userId: string, ports: NotificationPorts) {
  const now = await ports.load(userStream(userId), userDecider);
  const user = await ports.stateBefore(envelope, userDecider);
  if (now.status !== 'present' || user.status !== 'present') return null;
  const facts = {
    username: reveal(user.username),
    forgotPasswordUrl: ports.page('/reset-password'),
    settingsUrl: ports.page('/settings?tab=password'),
    supportEmail: ports.supportEmail,
  };
  return { facts, recipient: reveal(user.profile.email), passkeys: user.passkeys.length };
}

export const mailUserOnPasswordChanged = notification({
  name: 'mailUserOnPasswordChanged',
  types: ['PasswordChanged'],
  async write(envelope, ports) {
    const { event } = envelope;
    const { userId } = event.data;
    const to = await addresseeOf(envelope, userId, ports);
    if (to === null) return [];
    const { facts, recipient, passkeys } = to;
    const letter = passwordChanged({ ...facts, passkeys });
    return [{ kind: 'passwordChanged', recipient, userId, letter }];
  },
});

/** Whatever the user's preferences. */
export const mailUserOnSecondFactorChanged = notification({
  name: 'mailUserOnSecondFactorChanged',
  types: [
    'SecondFactorEnabled',
    'SecondFactorDisabled',
    'RecoveryCodeUsed',
    'PasskeyAdded',
    'PasskeyRemoved',
  ],
  async write(envelope, ports) {
    const { event } = envelope;
    const { userId } = event.data;
    const to = await addresseeOf(envelope, userId, ports);
    if (to === null) return [];
    const { facts, recipient } = to;
    switch (event.type) {
      case 'SecondFactorEnabled':
        return [{ kind: 'secondFactorEnabled', recipient, userId, letter: secondFactorEnabled(facts) }];
      case 'SecondFactorDisabled': {
        const letter = secondFactorDisabled({ ...facts, byAdministrator: event.data.how === 'admin' });
        return [{ kind: 'secondFactorDisabled', recipient, userId, letter }];
      }
      case 'PasskeyAdded':
        return [{ kind: 'passkeyAdded', recipient, userId, letter: passkeyAdded(facts) }];
      case 'PasskeyRemoved':
        return [{ kind: 'passkeyRemoved', recipient, userId, letter: passkeyRemoved(facts) }];
      case 'RecoveryCodeUsed': {
        const letter = recoveryCodeUsed({ ...facts, left: event.data.left });
        return [{ kind: 'recoveryCodeUsed', recipient, userId, letter }];
      }
    }
  },
});

const notYou = ({ forgotPasswordUrl, supportEmail }: Facts) =>
  note(
    `If this was not you, set a new password immediately at ${forgotPasswordUrl} and write to ${supportEmail}.`,
  );

/** @param facts.passkeys number of passkeys, which a new password does not end */
export function passwordChanged(facts: Facts & { readonly passkeys: number }): Letter {
  const kept =
    facts.passkeys === 1 ? 'Your passkey still signs in.' : `Your ${facts.passkeys} passkeys still sign in.`;
  return {
    subject: 'Your password was changed',
    preheader: 'All other sessions were ended.',
    title: 'Your password was changed',
    blocks: [
      `The password of the username ${facts.username} was just changed, and all other sessions were ended.`,
      ...(facts.passkeys === 0 ? [] : [`${kept} Remove any that you don't know at ${facts.settingsUrl}.`]),
      notYou(facts),
    ],
  };
}

export function secondFactorEnabled(facts: Facts): Letter {
  return {
    subject: 'Two-step verification was switched on',
    preheader: 'Signing in now requires a code as well.',
    title: 'Two-step verification is on',
    blocks: [
      `Signing in as ${facts.username} now requires the password and a code from an authenticator app. All other sessions were ended.`,
      'Please keep the recovery codes in a safe place: each works once instead of the app.',
      notYou(facts),
    ],
  };
}

export function secondFactorDisabled(facts: Facts & { readonly byAdministrator: boolean }): Letter {
  const by = facts.byAdministrator ? ' by an administrator' : '';
  return {
    subject: 'Two-step verification was switched off',
    preheader: 'Signing in now only requires the password.',
    title: 'Two-step verification is off',
    blocks: [
      `Two-step verification for the username ${facts.username} was switched off${by}. Signing in now only requires the password; you can set it up again in your settings.`,
      notYou(facts),
    ],
  };
}

const passkeyAdded = (facts: Facts): Letter => ({
  subject: 'A passkey was added',
  preheader: 'It signs in without the password.',
  title: 'A passkey was added',
  blocks: [
    `A new passkey signs in as ${facts.username} from now on, without the password.`,
    note(
      `If this was not you, remove it at ${facts.settingsUrl}: a new password does not end it. Then set a new password at ${facts.forgotPasswordUrl} and write to ${facts.supportEmail}.`,
    ),
  ],
});

const passkeyRemoved = (facts: Facts): Letter => ({
  subject: 'A passkey was removed',
  preheader: 'It no longer signs in.',
  title: 'A passkey was removed',
  blocks: [`A passkey of the username ${facts.username} was removed and no longer signs in.`, notYou(facts)],
});

/** @param facts.left number of unused codes */
export function recoveryCodeUsed(facts: Facts & { readonly left: number }): Letter {
  const left = facts.left === 1 ? '1 recovery code is left' : `${facts.left} recovery codes are left`;
  return {
    subject: 'A recovery code was used',
    preheader: `${left}.`,
    title: 'A recovery code was used',
    blocks: [
      `A recovery code of the username ${facts.username} was used in two-step verification; ${left}. You can get new ones in your settings.`,
      button('Open the settings', facts.settingsUrl),
      notYou(facts),
    ],
  };
}

/** Names the username, because several users may share an email address. */
export function passwordReset(facts: {
  readonly username: string;
  readonly resetUrl: string;
  readonly minutes: number;
}): Letter {
  return {
    subject: 'Reset your password',
    preheader: `The link works once, for ${facts.minutes} minutes.`,
    title: 'Set a new password',
    blocks: [
      `A password reset was requested for the username ${facts.username}. The link below works once, for ${facts.minutes} minutes.`,
      button('Set a new password', facts.resetUrl),
      note('If this was not you, ignore this email. Your password does not change.'),
    ],
  };
}
