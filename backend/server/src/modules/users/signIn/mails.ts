import { reveal, userDecider, userStream } from '@portal/domain';
import type { EnvelopeOf } from '../../../kernel/execute.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import { notification } from '../../../platform/notifications/notification.ts';

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

/** To the user: the password was changed; ends with what to do if it was not you. */
export function passwordChanged(facts: {
  readonly username: string;
  readonly resetUrl: string;
  readonly supportEmail: string;
}): Letter {
  return {
    subject: 'Your password was changed',
    preheader: 'All other sessions were ended.',
    title: 'Your password was changed',
    blocks: [
      `The password of the username ${facts.username} was just changed, and all other sessions were ended.`,
      {
        kind: 'note',
        text: `If this was not you, set a new password immediately at ${facts.resetUrl} and write to ${facts.supportEmail}.`,
      },
    ],
  };
}

/** The user hears when two-step verification goes on or off and when a recovery code was used, whatever mails are wanted. */
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

interface Facts {
  readonly username: string;
  readonly resetUrl: string;
  readonly supportEmail: string;
}

const notYou = ({ resetUrl, supportEmail }: Facts) =>
  ({
    kind: 'note',
    text: `If this was not you, set a new password immediately at ${resetUrl} and write to ${supportEmail}.`,
  }) as const;

/** Two-step verification was switched on. */
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

/** Two-step verification was switched off, by the user or an administrator. */
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

/** A recovery code was used up; `left` are still good. */
export function recoveryCodeUsed(
  facts: Facts & { readonly left: number; readonly settingsUrl: string },
): Letter {
  const left = facts.left === 1 ? '1 recovery code is left' : `${facts.left} recovery codes are left`;
  return {
    subject: 'A recovery code was used',
    preheader: `${left}.`,
    title: 'A recovery code was used',
    blocks: [
      `A recovery code of the username ${facts.username} was used in two-step verification; ${left}. You can get new ones in your settings.`,
      { kind: 'button', label: 'Open the settings', href: facts.settingsUrl },
      notYou(facts),
    ],
  };
}

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

/** To the user: a link to set a new password. E-mail need not be unique, so the letter names the username. */
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
      `Somebody asked for a new password for the username ${facts.username}. The link below works once, for ${facts.minutes} minutes.`,
      { kind: 'button', label: 'Set a new password', href: facts.resetUrl },
      { kind: 'note', text: 'If this was not you, ignore this mail. Your password does not change.' },
    ],
  };
}
