import type { Letter } from '../../platform/mail/letter.ts';

/** The letters about people and their access; sites, invoices and payments have files of their own. */

/** To administrators with `admin_dealer_registration`: somebody waits for a decision. */
export function dealerRegistered(facts: {
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly reviewUrl: string;
}): Letter {
  return {
    subject: 'A new dealer has registered',
    preheader: 'A registration waits for your decision.',
    title: 'A new dealer waits for approval',
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Company', facts.company],
          ['Name', facts.name],
          ['Email', facts.email],
          ['Phone', facts.phone],
        ],
      },
      { kind: 'button', label: 'Review the registration', href: facts.reviewUrl },
    ],
  };
}

/** To the dealer: the account was approved. */
export function dealerApproved(facts: {
  readonly name: string;
  readonly dealerId: string;
  readonly loginUrl: string;
}): Letter {
  return {
    subject: 'Your dealer account is approved',
    preheader: `Your dealer ID is ${facts.dealerId}.`,
    title: 'Welcome aboard',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hello ${facts.name}, your dealer account has been approved. You can sign in and order your first site now.`,
      },
      { kind: 'facts', facts: [['Dealer ID', facts.dealerId]] },
      { kind: 'button', label: 'Sign in', href: facts.loginUrl },
    ],
  };
}

/** To the dealer: approval was taken back; sites and billing go on. */
export function dealerDisapproved(facts: { readonly name: string; readonly supportEmail: string }): Letter {
  return {
    subject: 'Your access to the dealer portal was suspended',
    preheader: 'Your sites keep working.',
    title: 'Access suspended',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hello ${facts.name}, an administrator has suspended your access to the dealer portal. Your sites keep working and their monthly billing goes on.`,
      },
      { kind: 'paragraph', text: `If you think this is a mistake, please write to ${facts.supportEmail}.` },
    ],
  };
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
      {
        kind: 'paragraph',
        text: `Somebody asked for a new password for the username ${facts.username}. The link below works once, for ${facts.minutes} minutes.`,
      },
      { kind: 'button', label: 'Set a new password', href: facts.resetUrl },
      { kind: 'note', text: 'If it was not you, ignore this mail: your password stays as it is.' },
    ],
  };
}

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
      {
        kind: 'paragraph',
        text: `The password of the username ${facts.username} was just changed, and all other sessions were ended.`,
      },
      {
        kind: 'note',
        text: `If it was not you, set a new password at once at ${facts.resetUrl} and write to ${facts.supportEmail}.`,
      },
    ],
  };
}

/** To the old and to the new address: the e-mail address of the account changed. */
export function emailChanged(facts: {
  readonly username: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly supportEmail: string;
}): Letter {
  return {
    subject: 'Your e-mail address was changed',
    preheader: `Mail now goes to ${facts.newEmail}.`,
    title: 'Your e-mail address was changed',
    blocks: [
      { kind: 'paragraph', text: `Mail for the username ${facts.username} now goes to another address.` },
      {
        kind: 'facts',
        facts: [
          ['Before', facts.oldEmail],
          ['Now', facts.newEmail],
        ],
      },
      {
        kind: 'note',
        text: `If it was not you, change your password at once and write to ${facts.supportEmail}.`,
      },
    ],
  };
}
