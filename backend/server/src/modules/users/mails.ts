import { reveal, userDecider, userStream } from '@portal/domain';
import type { Letter } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';

/** Administrators with `admin_dealer_registration` hear that somebody waits for their decision. */
export const mailAdministratorsOnDealerRegistered = notification({
  name: 'mailAdministratorsOnDealerRegistered',
  types: ['DealerRegistered'],
  async write({ event }, ports) {
    const { userId, company, name, email, phone } = event.data;
    const letter = dealerRegistered({
      company: reveal(company),
      name: reveal(name),
      email: reveal(email),
      phone: reveal(phone),
      reviewUrl: ports.page(`/admin-dashboard/users/${userId}/show`),
    });
    return replies('dealerRegistered', await ports.administrators(), 'admin_dealer_registration', letter);
  },
});

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
    preheader: 'A registration needs your decision.',
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
      `Hello ${facts.name}, your dealer account has been approved. You can sign in and order your first site now.`,
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
      `Hello ${facts.name}, an administrator has suspended your access to the dealer portal. Your sites keep working and monthly billing continues.`,
      `If you think this is a mistake, please write to ${facts.supportEmail}.`,
    ],
  };
}

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
      `Mail for the username ${facts.username} now goes to another address.`,
      {
        kind: 'facts',
        facts: [
          ['Before', facts.oldEmail],
          ['Now', facts.newEmail],
        ],
      },
      {
        kind: 'note',
        text: `If this was not you, change your password immediately and write to ${facts.supportEmail}.`,
      },
    ],
  };
}
