import { reveal, userDecider, userStream } from '@portal/domain';
import { button, factTable, type Letter, note } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';

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

export function dealerRegistered(
  facts: Readonly<Record<'company' | 'name' | 'email' | 'phone' | 'reviewUrl', string>>,
): Letter {
  return {
    subject: 'A new dealer has registered',
    preheader: 'A registration needs your decision.',
    title: 'A new dealer is waiting for approval',
    blocks: [
      factTable(
        ['Company', facts.company],
        ['Name', facts.name],
        ['Email', facts.email],
        ['Phone', facts.phone],
      ),
      button('Review the registration', facts.reviewUrl),
    ],
  };
}

export const mailDealerOnApproval = notification({
  name: 'mailDealerOnApproval',
  types: ['UserApproved', 'UserDisapproved'],
  async write(envelope, ports) {
    const { event } = envelope;
    const { userId } = event.data;
    const user = await ports.load(userStream(userId), userDecider);
    const before = await ports.stateBefore(envelope, userDecider);
    // administrators need no approval; one may be a dealer by now
    if (user.status !== 'present' || before.status !== 'present' || before.isAdmin) return [];
    const to = { recipient: reveal(user.profile.email), userId };
    const name = reveal(user.profile.name);
    if (event.type === 'UserDisapproved') {
      const letter = dealerDisapproved({ name, supportEmail: ports.supportEmail });
      return [{ kind: 'dealerDisapproved', ...to, letter }];
    }
    const dealerId = event.data.dealerId ?? '';
    const letter = dealerApproved({ name, dealerId, loginUrl: ports.page('/login') });
    return [{ kind: 'dealerApproved', ...to, letter }];
  },
});

export function dealerApproved(facts: Readonly<Record<'name' | 'dealerId' | 'loginUrl', string>>): Letter {
  return {
    subject: 'Your dealer account is approved',
    preheader: `Your dealer ID is ${facts.dealerId}.`,
    title: 'Welcome aboard',
    blocks: [
      `Hello ${facts.name}, your dealer account has been approved. You can sign in and order your first site now.`,
      factTable(['Dealer ID', facts.dealerId]),
      button('Sign in', facts.loginUrl),
    ],
  };
}

export function dealerDisapproved(facts: Readonly<Record<'name' | 'supportEmail', string>>): Letter {
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

export function emailChanged(
  facts: Readonly<Record<'username' | 'oldEmail' | 'newEmail' | 'supportEmail', string>>,
): Letter {
  return {
    subject: 'Your email address was changed',
    preheader: `Emails now go to ${facts.newEmail}.`,
    title: 'Your email address was changed',
    blocks: [
      `Emails for the username ${facts.username} now go to another address.`,
      factTable(['Before', facts.oldEmail], ['Now', facts.newEmail]),
      note(`If this was not you, change your password immediately and write to ${facts.supportEmail}.`),
    ],
  };
}
