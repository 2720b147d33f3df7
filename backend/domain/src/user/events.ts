import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';
import { forEachFlag } from '../values/emailPreferences.ts';
import { mapValues } from '../values/names.ts';
import { PROFILE_FIELDS } from '../values/recordFields.ts';

/** `user-<id>`: one stream for each person who signs in. */
export const userStreams = streamCategory('user');

export const userStream = userStreams.streamOf;

const text = personal(z.string());
const optionalText = personal(z.string()).nullable();

/** The person and company details a user registers with or edits (S1-3). */
export const userProfileShape = mapValues(PROFILE_FIELDS, () => text);

const PROFILE = Object.keys(PROFILE_FIELDS);
const ownKey = (fields: readonly string[]) => ({
  personal: [{ subject: 'user' as const, idField: 'userId', fields }],
});

/** A visitor registered, which opens an account. `agreement`: the accepted version and when. */
export const DealerRegistered = defineEvent(
  'DealerRegistered',
  z.object({
    userId: z.string(),
    accountId: z.string(),
    username: text,
    ...userProfileShape,
    experience: optionalText,
    agreement: z.object({ version: z.string(), acceptedAt: z.iso.datetime() }),
  }),
  ownKey(['username', ...PROFILE, 'experience']),
);

/** An administrator added a user (S2-2-admin), or the portal its first administrator (`accountId` null). */
export const UserAdded = defineEvent(
  'UserAdded',
  z.object({
    userId: z.string(),
    accountId: z.string().nullable(),
    username: text,
    ...userProfileShape,
    isAdmin: z.boolean(),
    isApproved: z.boolean(),
    dealerId: z.string().nullable(),
  }),
  ownKey(['username', ...PROFILE]),
);

/** An administrator approved a dealer; `dealerId` is the dealer's id from now on. */
export const UserApproved = defineEvent(
  'UserApproved',
  z.object({ userId: z.string(), accountId: z.string().nullable(), dealerId: z.string().nullable() }),
);

/** Approval was withdrawn: the user can't sign in; sites and billing continue. */
export const UserDisapproved = defineEvent(
  'UserDisapproved',
  z.object({ userId: z.string(), accountId: z.string().nullable() }),
);

/** The eight profile fields were changed, by the user or an administrator. */
export const ProfileChanged = defineEvent(
  'ProfileChanged',
  z.object({ userId: z.string(), ...userProfileShape }),
  ownKey(PROFILE),
);

export const UsernameChanged = defineEvent(
  'UsernameChanged',
  z.object({ userId: z.string(), username: text }),
  ownKey(['username']),
);

/** A new dealer id was given by an administrator; the old one is retired. */
export const DealerIdChanged = defineEvent(
  'DealerIdChanged',
  z.object({ userId: z.string(), accountId: z.string().nullable(), dealerId: z.string() }),
);

export const AdminRoleGranted = defineEvent('AdminRoleGranted', z.object({ userId: z.string() }));
export const AdminRoleRevoked = defineEvent('AdminRoleRevoked', z.object({ userId: z.string() }));

/** The password changed. Its hash is kept outside the log. */
export const PasswordChanged = defineEvent(
  'PasswordChanged',
  z.object({ userId: z.string(), how: z.enum(['change', 'reset', 'admin']) }),
);

/** Signing in also needs a code from now on. `factorId` names the enrolment; its secret and recovery codes are kept outside the log. */
export const SecondFactorEnabled = defineEvent(
  'SecondFactorEnabled',
  z.object({ userId: z.string(), factorId: z.string() }),
);

/** Switched off by the user, or reset by an administrator (reason in the metadata). */
export const SecondFactorDisabled = defineEvent(
  'SecondFactorDisabled',
  z.object({ userId: z.string(), factorId: z.string(), how: z.enum(['user', 'admin']) }),
);

/** The user replaced the recovery codes; the earlier ones are void. */
export const RecoveryCodesRenewed = defineEvent(
  'RecoveryCodesRenewed',
  z.object({ userId: z.string(), factorId: z.string() }),
);

/** A recovery code was used; `left` are unused. */
export const RecoveryCodeUsed = defineEvent(
  'RecoveryCodeUsed',
  z.object({ userId: z.string(), factorId: z.string(), left: z.number().int().nonnegative() }),
);

/** The nine flags of S2-3. */
export const emailPreferencesSchema = z.object(forEachFlag(z.boolean()));

export type EmailPreferences = z.infer<typeof emailPreferencesSchema>;

export const EmailPreferencesChanged = defineEvent(
  'EmailPreferencesChanged',
  z.object({ userId: z.string(), preferences: emailPreferencesSchema }),
);

/** An administrator moved the user to another account (Assign company). */
export const UserAssignedToAccount = defineEvent(
  'UserAssignedToAccount',
  z.object({
    userId: z.string(),
    /** The account before; null for a user without one, absent in the oldest logs. */
    fromAccountId: z.string().nullable().optional(),
    accountId: z.string(),
  }),
);

export const UserDeleted = defineEvent(
  'UserDeleted',
  z.object({ userId: z.string(), accountId: z.string().nullable() }),
);

/**
 * The deleted user's personal data becomes unreadable (docs/adr/0014): the keys of the user, of the companies
 * `accountIds`, which have no user left, and of this person's contact messages `contactIds` are erased.
 */
export const PersonalDataErased = defineEvent(
  'PersonalDataErased',
  z.object({
    userId: z.string(),
    accountIds: z.array(z.string()),
    contactIds: z.array(z.string()),
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
  }),
);

/**
 * The actor, an administrator, views this dealer's pages read-only. A view also ends, without an event, with the
 * administrator's session.
 */
export const DealerViewStarted = defineEvent(
  'DealerViewStarted',
  z.object({ userId: z.string(), viewId: z.string() }),
);
export const DealerViewEnded = defineEvent(
  'DealerViewEnded',
  z.object({ userId: z.string(), viewId: z.string() }),
);

/** The reservation of the username was taken over before the user registered: this user id is never used. */
export const RegistrationAbandoned = defineEvent('RegistrationAbandoned', z.object({ userId: z.string() }));

export const userEvents = {
  DealerRegistered,
  UserAdded,
  UserApproved,
  UserDisapproved,
  ProfileChanged,
  UsernameChanged,
  DealerIdChanged,
  AdminRoleGranted,
  AdminRoleRevoked,
  PasswordChanged,
  SecondFactorEnabled,
  SecondFactorDisabled,
  RecoveryCodesRenewed,
  RecoveryCodeUsed,
  EmailPreferencesChanged,
  UserAssignedToAccount,
  DealerViewStarted,
  DealerViewEnded,
  UserDeleted,
  PersonalDataErased,
  RegistrationAbandoned,
};

export type UserEvent = EventOf<(typeof userEvents)[keyof typeof userEvents]>;
