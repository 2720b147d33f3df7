import { DEALER_ROLE_NAMES, mapValues, PROFILE_FIELDS, STAFF_ROLE_NAMES } from '@portal/domain/values';
import { z } from 'zod';
import { emailPreferencesSchema } from './emailPreferences.ts';
import { secondFactorCode, secondFactorStateSchema } from './secondFactor.ts';
import { anyUsername } from './texts.ts';

export const dealerRole = z.enum(DEALER_ROLE_NAMES, { error: 'Please choose a role' });
export const staffRole = z.enum(STAFF_ROLE_NAMES, { error: 'Please choose a role' });

/** POST /api/login (S1-5-login-1). */
export const loginSchema = z.object({
  username: z
    .string({ error: 'Username is required' })
    .min(1, 'Username is required')
    .max(200, 'Username is required'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1_000, 'Password is required'),
  /** The second step, for users with a second factor. */
  code: secondFactorCode.optional(),
});
export type LoginRequest = z.infer<typeof loginSchema>;

/** The login tab of /auth, which is stricter than the call (S1-5-login-2). */
export const authTabLoginSchema = z.object({
  username: anyUsername('Username must be at least 3 characters'),
  password: z
    .string({ error: 'Password must be at least 6 characters' })
    .min(6, 'Password must be at least 6 characters'),
});

/** The dealer whose pages an administrator views. */
export const viewingAsSchema = z.object({ id: z.string(), username: z.string(), company: z.string() });
export type ViewingAs = z.infer<typeof viewingAsSchema>;

/** Response of GET /api/user, login and register (S1-3, S2-3); never a password. */
export const sessionUserSchema = z.object({
  id: z.string(),
  account_id: z.string().nullable(),
  username: z.string(),
  ...mapValues(PROFILE_FIELDS, () => z.string()),
  experience: z.string().nullable(),
  agreeToTerms: z.boolean(),
  /** A member of staff, of any role. */
  is_admin: z.boolean(),
  /** Null for a dealer. */
  staff_role: staffRole.nullable(),
  /** In the company; null for staff. */
  dealer_role: dealerRole.nullable(),
  is_approved: z.boolean(),
  dealer_id: z.string().nullable(),
  second_factor: secondFactorStateSchema,
  /** Dollars per reader per month: the account's rate (rule B2). */
  default_reader_rate: z.number().nullable(),
  email_preferences: emailPreferencesSchema,
  created_at: z.string(),
  /** The portal's clock when GET /api/user or login answered, and the time zone of its billing days. */
  clock: z.object({ now: z.string(), time_zone: z.string() }).optional(),
  /** Present while an administrator views this dealer's pages read-only. */
  viewing_as: viewingAsSchema.optional(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;
