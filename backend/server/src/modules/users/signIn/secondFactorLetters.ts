import type { Letter } from '../../../platform/mail/letter.ts';

/** The letters about two-step verification: to the user, whatever mails the user wants. */

interface Facts {
  readonly username: string;
  readonly resetUrl: string;
  readonly supportEmail: string;
}

const notYou = ({ resetUrl, supportEmail }: Facts) =>
  ({
    kind: 'note',
    text: `If it was not you, set a new password at once at ${resetUrl} and write to ${supportEmail}.`,
  }) as const;

/** Two-step verification was switched on. */
export function secondFactorEnabled(facts: Facts): Letter {
  return {
    subject: 'Two-step verification was switched on',
    preheader: 'Signing in now takes a code as well.',
    title: 'Two-step verification is on',
    blocks: [
      {
        kind: 'paragraph',
        text: `Signing in as ${facts.username} now takes the password and a code from an authenticator app. All other sessions were ended.`,
      },
      {
        kind: 'paragraph',
        text: 'Please keep the recovery codes in a safe place: each of them works once when the app is not at hand.',
      },
      notYou(facts),
    ],
  };
}

/** Two-step verification was switched off, by the user or an administrator. */
export function secondFactorDisabled(facts: Facts & { readonly byAdministrator: boolean }): Letter {
  const by = facts.byAdministrator ? ' by an administrator' : '';
  return {
    subject: 'Two-step verification was switched off',
    preheader: 'Signing in now takes the password alone.',
    title: 'Two-step verification is off',
    blocks: [
      {
        kind: 'paragraph',
        text: `Two-step verification for the username ${facts.username} was switched off${by}. Signing in now takes the password alone; you can set it up anew in your settings.`,
      },
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
      {
        kind: 'paragraph',
        text: `A recovery code of the username ${facts.username} was used in two-step verification; ${left}. You can get new ones in your settings.`,
      },
      { kind: 'button', label: 'Open the settings', href: facts.settingsUrl },
      notYou(facts),
    ],
  };
}
