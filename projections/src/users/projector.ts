import { type EmailPreferences, isErased, reveal } from '@portal/domain';
import {
  type DealerRole,
  emailKey,
  mapValues,
  nameKey,
  PROFILE_FIELDS,
  type StaffRole,
} from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, type Column, instant, json, optional, text } from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { columnsFrom, created, edits, recordColumns } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

const staffRole = text as Column<string> as Column<StaffRole>;
const dealerRole = text as Column<string> as Column<DealerRole>;

/** One row per user; none for a deleted one. */
export const usersTable = defineTable({
  name: 'users',
  key: 'id',
  columns: {
    id: text,
    /** Null for the portal's first administrator. */
    account_id: optional(text),
    username: text,
    ...mapValues(PROFILE_FIELDS, () => text),
    /** These texts can't be read any more. */
    erased: boolean,
    experience: optional(text),
    /** Version of the dealer agreement and when it was accepted; null for users added by an administrator. */
    agreement_version: optional(text),
    agreed_at: optional(instant),
    /** A member of staff, of any role. */
    is_admin: boolean,
    /** Null for a dealer. */
    staff_role: optional(staffRole),
    is_approved: boolean,
    dealer_id: optional(text),
    /** In the company; without effect for staff. */
    dealer_role: dealerRole,
    /** Two-step verification is on. */
    has_second_factor: boolean,
    /** Null while the defaults of the role apply. */
    saved_preferences: optional(json<EmailPreferences>()),
    ...recordColumns,
  },
  indexes: [
    '(account_id)',
    '(dealer_id)',
    '(username_key, id)',
    '(email_key)',
    '(created_at, id)',
    '(is_approved, created_at, id) WHERE NOT is_admin',
  ],
  keys: { username: nameKey, name: nameKey, email: emailKey, company: nameKey, city: nameKey },
  derive: (row) => ({
    search: searchText(row.username, row.name, row.email, row.company, row.dealer_id, row.phone, row.city),
  }),
});

/** One row per invitation that nobody has accepted, withdrawn ones too. */
export const invitationsTable = defineTable({
  name: 'invitations',
  key: 'id',
  columns: {
    /** The user id of whoever accepts it. */
    id: text,
    account_id: text,
    name: text,
    email: text,
    role: dealerRole,
    sent_at: instant,
    expires_at: instant,
    is_withdrawn: boolean,
  },
  indexes: ['(account_id)', '(email_key)'],
  keys: { email: emailKey },
});

const texts = columnsFrom(Object.keys(PROFILE_FIELDS) as (keyof typeof PROFILE_FIELDS)[]);
const profile = (data: DataOf<'DealerRegistered' | 'UserAdded' | 'ProfileChanged'>) => ({
  ...texts(data),
  erased: isErased(data.name),
});
const edit = edits(usersTable, 'users', 'userId');

const newUser = (data: DataOf<'DealerRegistered' | 'UserAdded'>, envelope: PortalEnvelope) => ({
  id: data.userId,
  account_id: data.accountId,
  username: reveal(data.username),
  ...profile(data),
  experience: null,
  agreement_version: null,
  agreed_at: null,
  is_admin: false,
  staff_role: null,
  is_approved: false,
  dealer_id: null,
  dealer_role: 'owner' as const,
  has_second_factor: false,
  saved_preferences: null,
  ...created(envelope),
});

/** Users with profile, role and approval (S1-3, S2-3), and invitations. */
export const users = defineProjection({
  name: 'users',
  version: 6,
  personal: true,
  tables: { users: usersTable, invitations: invitationsTable },
  handlers: {
    DealerRegistered: (data, rows, envelope) =>
      rows.users.put({
        ...newUser(data, envelope),
        experience: data.experience === null ? null : reveal(data.experience),
        agreement_version: data.agreement.version,
        agreed_at: data.agreement.acceptedAt,
      }),
    UserAdded: (data, rows, envelope) => {
      rows.invitations.remove(data.userId);
      rows.users.put({
        ...newUser(data, envelope),
        is_admin: data.isAdmin,
        staff_role: data.isAdmin ? (data.role ?? 'admin') : null,
        is_approved: data.isApproved,
        dealer_id: data.dealerId,
        dealer_role: data.dealerRole ?? 'owner',
      });
    },
    ColleagueInvited: ({ userId, accountId, name, email, role, expiresAt }, rows, { metadata }) =>
      rows.invitations.put({
        id: userId,
        account_id: accountId,
        name: reveal(name),
        email: reveal(email),
        role,
        sent_at: metadata.recordedAt,
        expires_at: expiresAt,
        is_withdrawn: false,
      }),
    InvitationWithdrawn: ({ userId }, rows) =>
      rows.invitations.update(userId, (invitation) => ({ ...invitation, is_withdrawn: true })),
    DealerRoleChanged: edit(({ role }) => ({ dealer_role: role })),
    UserApproved: edit(({ dealerId }) => ({ is_approved: true, dealer_id: dealerId })),
    UserDisapproved: edit(() => ({ is_approved: false })),
    ProfileChanged: edit(profile),
    UsernameChanged: edit(({ username }) => ({ username: reveal(username) })),
    DealerIdChanged: edit(({ dealerId }) => ({ dealer_id: dealerId })),
    AdminRoleGranted: edit(({ role = 'admin' }) => ({ is_admin: true, staff_role: role })),
    StaffRoleChanged: edit(({ role }) => ({ staff_role: role })),
    AdminRoleRevoked: edit(() => ({ is_admin: false, staff_role: null })),
    EmailPreferencesChanged: edit(({ preferences }) => ({ saved_preferences: preferences })),
    UserAssignedToAccount: edit(({ accountId }) => ({ account_id: accountId })),
    SecondFactorEnabled: edit(() => ({ has_second_factor: true })),
    SecondFactorDisabled: edit(() => ({ has_second_factor: false })),
    PasskeyAdded: edit(),
    PasskeyRemoved: edit(),
    PasswordChanged: edit(),
    RecoveryCodesRenewed: edit(),
    RecoveryCodeUsed: edit(),
    DealerViewStarted: edit(),
    DealerViewEnded: edit(),
    UserDeleted: ({ userId }, rows) => rows.users.remove(userId),
    PersonalDataErased: ({ invitedIds = [] }, rows) => {
      for (const id of invitedIds) rows.invitations.remove(id);
    },
  },
});
