import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';
import { mapValues } from '../values/names.ts';
import { PROFILE_FIELDS } from '../values/recordFields.ts';

/** `user-<id>`: one stream a person who signs in. */
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

/** A visitor registered; the account opens because of it. `agreement` is what was accepted and when. */
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

/** An administrator added a user (S2-2-admin), or the portal made its first administrator (accountId null). */
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

/** An administrator approved a dealer; `dealerId` is the id it holds from now on. */
export const UserApproved = defineEvent(
  'UserApproved',
  z.object({ userId: z.string(), accountId: z.string().nullable(), dealerId: z.string().nullable() }),
);

/** Approval was taken back: the user can't sign in; sites and billing go on. */
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

/** That the password changed and how; never the hash, which lives outside the log. */
export const PasswordChanged = defineEvent(
  'PasswordChanged',
  z.object({ userId: z.string(), how: z.enum(['change', 'reset', 'admin']) }),
);

/**
 * From now on a sign-in needs a code beside the password. `factorId` names the set-up it comes from; the secret and the
 * recovery codes live outside the log, as the password does.
 */
export const SecondFactorEnabled = defineEvent(
  'SecondFactorEnabled',
  z.object({ userId: z.string(), factorId: z.string() }),
);

/** The second factor was switched off by its owner, or reset by an administrator (the reason is in the metadata). */
export const SecondFactorDisabled = defineEvent(
  'SecondFactorDisabled',
  z.object({ userId: z.string(), factorId: z.string(), how: z.enum(['user', 'admin']) }),
);

/** The owner asked for new recovery codes; the earlier ones are void. */
export const RecoveryCodesRenewed = defineEvent(
  'RecoveryCodesRenewed',
  z.object({ userId: z.string(), factorId: z.string() }),
);

/** A recovery code was used up; `left` are still good. */
export const RecoveryCodeUsed = defineEvent(
  'RecoveryCodeUsed',
  z.object({ userId: z.string(), factorId: z.string(), left: z.number().int().nonnegative() }),
);

/** The nine flags of S2-3. */
export const emailPreferencesSchema = z.object({
  site_created: z.boolean(),
  site_approved: z.boolean(),
  site_inactive: z.boolean(),
  site_deleted: z.boolean(),
  invoice_created: z.boolean(),
  invoice_paid: z.boolean(),
  admin_site_created: z.boolean(),
  admin_dealer_registration: z.boolean(),
  contact_form: z.boolean(),
});

export type EmailPreferences = z.infer<typeof emailPreferencesSchema>;

export const EmailPreferencesChanged = defineEvent(
  'EmailPreferencesChanged',
  z.object({ userId: z.string(), preferences: emailPreferencesSchema }),
);

/** A user was moved to another account by an administrator (Assign company). */
export const UserAssignedToAccount = defineEvent(
  'UserAssignedToAccount',
  z.object({
    userId: z.string(),
    /** The account that was left; null for a user without one, absent in the oldest logs. */
    fromAccountId: z.string().nullable().optional(),
    accountId: z.string(),
  }),
);

export const UserDeleted = defineEvent(
  'UserDeleted',
  z.object({ userId: z.string(), accountId: z.string().nullable() }),
);

/**
 * The deleted user's personal data is to be unreadable for ever (docs/adr/0014): the keys of the user, of the companies
 * `accountIds` that nobody belongs to any more, and of the messages `contactIds` this person wrote to the contact form
 * are erased because of this. What they encrypted can't be shown from here on.
 */
export const PersonalDataErased = defineEvent(
  'PersonalDataErased',
  z.object({ userId: z.string(), accountIds: z.array(z.string()), contactIds: z.array(z.string()) }),
);

/**
 * An administrator (the actor) looks at this dealer's pages from now on, and can change nothing meanwhile. A session
 * that runs out or is ended from elsewhere ends the look without an event.
 */
export const DealerViewStarted = defineEvent(
  'DealerViewStarted',
  z.object({ userId: z.string(), viewId: z.string() }),
);
export const DealerViewEnded = defineEvent(
  'DealerViewEnded',
  z.object({ userId: z.string(), viewId: z.string() }),
);

/** A username reservation without an owner was taken over: this user can never come to be. */
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
