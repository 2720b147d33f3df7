import { type Personal, reveal } from '@portal/domain';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { usersTable } from './table.ts';

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });

interface StoredProfile {
  readonly name: Personal<string>;
  readonly email: Personal<string>;
  readonly company: Personal<string>;
  readonly phone: Personal<string>;
  readonly address: Personal<string>;
  readonly city: Personal<string>;
  readonly state: Personal<string>;
  readonly zip: Personal<string>;
}

const profile = (data: StoredProfile) => ({
  name: reveal(data.name),
  email: reveal(data.email),
  company: reveal(data.company),
  phone: reveal(data.phone),
  address: reveal(data.address),
  city: reveal(data.city),
  state: reveal(data.state),
  zip: reveal(data.zip),
});

/** Who is there: every user with profile, role and approval (S1-3, S2-3). */
export const users = defineProjection({
  name: 'users',
  version: 2,
  personal: true,
  tables: { users: usersTable },
  handlers: {
    DealerRegistered: (data, rows, envelope) =>
      rows.users.put({
        id: data.userId,
        account_id: data.accountId,
        username: reveal(data.username),
        ...profile(data),
        experience: data.experience === null ? null : reveal(data.experience),
        agreement_version: data.agreement.version,
        agreed_at: data.agreement.acceptedAt,
        is_admin: false,
        is_approved: false,
        dealer_id: null,
        has_second_factor: false,
        saved_preferences: null,
        created_at: envelope.metadata.recordedAt,
        ...stamp(envelope),
        search: '',
      }),
    UserAdded: (data, rows, envelope) =>
      rows.users.put({
        id: data.userId,
        account_id: data.accountId,
        username: reveal(data.username),
        ...profile(data),
        experience: null,
        agreement_version: null,
        agreed_at: null,
        is_admin: data.isAdmin,
        is_approved: data.isApproved,
        dealer_id: data.dealerId,
        has_second_factor: false,
        saved_preferences: null,
        created_at: envelope.metadata.recordedAt,
        ...stamp(envelope),
        search: '',
      }),
    UserApproved: ({ userId, dealerId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({
        ...user,
        is_approved: true,
        dealer_id: dealerId,
        ...stamp(envelope),
      })),
    UserDisapproved: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, is_approved: false, ...stamp(envelope) })),
    ProfileChanged: ({ userId, ...data }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...profile(data), ...stamp(envelope) })),
    UsernameChanged: ({ userId, username }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, username: reveal(username), ...stamp(envelope) })),
    DealerIdChanged: ({ userId, dealerId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, dealer_id: dealerId, ...stamp(envelope) })),
    AdminRoleGranted: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, is_admin: true, ...stamp(envelope) })),
    AdminRoleRevoked: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, is_admin: false, ...stamp(envelope) })),
    EmailPreferencesChanged: ({ userId, preferences }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, saved_preferences: preferences, ...stamp(envelope) })),
    UserAssignedToAccount: ({ userId, accountId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, account_id: accountId, ...stamp(envelope) })),
    SecondFactorEnabled: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, has_second_factor: true, ...stamp(envelope) })),
    SecondFactorDisabled: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, has_second_factor: false, ...stamp(envelope) })),
    // Nothing to show, but the row's revision is what an edit is checked against.
    PasswordChanged: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...stamp(envelope) })),
    RecoveryCodesRenewed: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...stamp(envelope) })),
    RecoveryCodeUsed: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...stamp(envelope) })),
    DealerViewStarted: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...stamp(envelope) })),
    DealerViewEnded: ({ userId }, rows, envelope) =>
      rows.users.update(userId, (user) => ({ ...user, ...stamp(envelope) })),
    UserDeleted: ({ userId }, rows) => rows.users.remove(userId),
  },
});
