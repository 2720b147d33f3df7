import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';
import { DEALER_ROLE_NAMES } from '../values/dealerRoles.ts';
import { forEachFlag } from '../values/emailPreferences.ts';
import { mapValues } from '../values/names.ts';
import { PROFILE_FIELDS } from '../values/recordFields.ts';
import { STAFF_ROLE_NAMES } from '../values/staffRoles.ts';

/** `user-<id>`: one stream for each person who signs in. */
export const userStream = streamCategory('user');

const text = personal(z.string());
const optionalText = personal(z.string()).nullable();

/** The person and company details a user registers with or edits (S1-3). */
export const userProfileShape = mapValues(PROFILE_FIELDS, () => text);

const staffRole = z.enum(STAFF_ROLE_NAMES);
const dealerRole = z.enum(DEALER_ROLE_NAMES);

const PROFILE = Object.keys(PROFILE_FIELDS);
const ownKey = (fields: readonly string[]) => ({
  personal: [{ subject: 'user' as const, idField: 'userId', fields }],
});

/** The nine flags of S2-3. */
export const emailPreferencesSchema = z.object(forEachFlag(z.boolean()));

export type EmailPreferences = z.infer<typeof emailPreferencesSchema>;

export const userEvents = defineEvents(
  {
    /** A visitor registered, which opens an account. `agreement`: the accepted version and when. */
    DealerRegistered: {
      userId: z.string(),
      accountId: z.string(),
      username: text,
      ...userProfileShape,
      experience: optionalText,
      agreement: z.object({ version: z.string(), acceptedAt: z.iso.datetime() }),
    },
    /**
     * An administrator added a user (S2-2-admin), a colleague accepted an invitation, or the portal added its first
     * administrator (`accountId` null).
     */
    UserAdded: {
      userId: z.string(),
      accountId: z.string().nullable(),
      username: text,
      ...userProfileShape,
      isAdmin: z.boolean(),
      /** Of an administrator; absent for `admin`. */
      role: staffRole.optional(),
      isApproved: z.boolean(),
      dealerId: z.string().nullable(),
      /** Absent for `owner`. */
      dealerRole: dealerRole.optional(),
    },
    /** A user invited a colleague: the user id that the colleague will have. Once more when the invitation was sent again. */
    ColleagueInvited: {
      userId: z.string(),
      accountId: z.string(),
      name: text,
      email: text,
      role: dealerRole,
      expiresAt: z.iso.datetime(),
    },
    InvitationWithdrawn: { userId: z.string(), accountId: z.string() },
    /** A user of a company may do something else from now on. */
    DealerRoleChanged: { userId: z.string(), accountId: z.string(), role: dealerRole },
    /** An administrator approved a dealer; `dealerId` is the dealer's id from now on. */
    UserApproved: { userId: z.string(), accountId: z.string().nullable(), dealerId: z.string().nullable() },
    /** Approval was withdrawn: the user can't sign in; sites and billing continue. */
    UserDisapproved: { userId: z.string(), accountId: z.string().nullable() },
    /** The eight profile fields were changed, by the user or an administrator. */
    ProfileChanged: { userId: z.string(), ...userProfileShape },
    UsernameChanged: { userId: z.string(), username: text },
    /** A new dealer id was given by an administrator; the old one is retired. */
    DealerIdChanged: { userId: z.string(), accountId: z.string().nullable(), dealerId: z.string() },
    /** The user became a member of staff; `role` is absent for `admin`. */
    AdminRoleGranted: { userId: z.string(), role: staffRole.optional() },
    /** A member of staff got another role. */
    StaffRoleChanged: { userId: z.string(), role: staffRole },
    AdminRoleRevoked: { userId: z.string() },
    /** The password changed. Its hash is kept outside the log. */
    PasswordChanged: { userId: z.string(), how: z.enum(['change', 'reset', 'admin']) },
    /** Signing in also needs a code from now on. `factorId` names the enrolment; its secret and recovery codes are kept outside the log. */
    SecondFactorEnabled: { userId: z.string(), factorId: z.string() },
    /** Switched off by the user, or reset by an administrator (reason in the metadata). */
    SecondFactorDisabled: { userId: z.string(), factorId: z.string(), how: z.enum(['user', 'admin']) },
    /** The user replaced the recovery codes; the earlier ones are void. */
    RecoveryCodesRenewed: { userId: z.string(), factorId: z.string() },
    /** A recovery code was used; `left` are unused. */
    RecoveryCodeUsed: { userId: z.string(), factorId: z.string(), left: z.number().int().nonnegative() },
    /** The user can sign in with this passkey. Its key and name are kept outside the log. */
    PasskeyAdded: { userId: z.string(), passkeyId: z.string() },
    /** By the user, or by an administrator who reset what the user signs in with. */
    PasskeyRemoved: { userId: z.string(), passkeyId: z.string(), how: z.enum(['user', 'admin']) },
    EmailPreferencesChanged: { userId: z.string(), preferences: emailPreferencesSchema },
    /** An administrator moved the user to another account (Assign company). */
    UserAssignedToAccount: {
      userId: z.string(),
      /** The account before; null for a user without one, absent in the oldest logs. */
      fromAccountId: z.string().nullable().optional(),
      accountId: z.string(),
    },
    UserDeleted: { userId: z.string(), accountId: z.string().nullable() },
    /**
     * The deleted user's personal data becomes unreadable (docs/adr/0014): the keys of the user, of the companies
     * `accountIds`, which have no user left, and of this person's contact messages `contactIds` are erased.
     */
    PersonalDataErased: {
      userId: z.string(),
      accountIds: z.array(z.string()),
      contactIds: z.array(z.string()),
      /** User ids of invitations of the companies, or to this person's addresses, that nobody accepted. */
      invitedIds: z.array(z.string()).optional(),
      /** With what belongs to an email address of this user that other users have too. */
      includesWithheld: z.boolean().optional(),
      /** Open amounts and unused credit of the companies, which the administrator confirmed to leave without recipient. */
      openMoney: z
        .array(
          z.object({
            accountId: z.string(),
            isDemo: z.boolean(),
            openCents: z.number().int(),
            creditCents: z.number().int(),
          }),
        )
        .optional(),
    },
    /**
     * The actor, an administrator, views this dealer's pages read-only. A view also ends, without an event, with the
     * administrator's session.
     */
    DealerViewStarted: { userId: z.string(), viewId: z.string() },
    DealerViewEnded: { userId: z.string(), viewId: z.string() },
    /** The reservation of the username was taken over before the user registered: this user id is never used. */
    RegistrationAbandoned: { userId: z.string() },
  },
  {
    DealerRegistered: ownKey(['username', ...PROFILE, 'experience']),
    UserAdded: ownKey(['username', ...PROFILE]),
    ColleagueInvited: ownKey(['name', 'email']),
    ProfileChanged: ownKey(PROFILE),
    UsernameChanged: ownKey(['username']),
  },
);

export type UserEvent = EventsOf<typeof userEvents>;
