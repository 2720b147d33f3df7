import { z } from 'zod';
import { PASSWORDS_DIFFER } from './passwordsDiffer.ts';
import { emailAddress, password } from './texts.ts';

/** POST /api/auth/forgot-password. */
export const forgotPasswordSchema = z.object({ email: emailAddress('Please enter a valid email address') });

/** The same answer for a known and an unknown address. */
export const RESET_LINK_SENT =
  'If that address belongs to an account, a link to set a new password is on its way.';

/** Also for a token that is unknown, used, expired or replaced by a newer one. */
export const MISSING_RESET_TOKEN = 'Invalid reset token. Please request a new password reset.';

/** POST /api/auth/reset-link changes nothing; it is a POST so that the token is in no address. */
export const resetLinkSchema = z.object({ token: z.string() });

/** `usable`: false for a token that is unknown, used, expired or replaced. */
export const resetLinkAnswerSchema = z.object({
  usable: z.boolean(),
  /** Whose password it sets, for password managers; the mail with the link names it too. */
  username: z.string().optional(),
});

/** POST /api/auth/reset-password. */
export const resetPasswordSchema = z.object({
  token: z.string({ error: MISSING_RESET_TOKEN }).min(1, MISSING_RESET_TOKEN).max(200, MISSING_RESET_TOKEN),
  newPassword: password(6),
});

export const PASSWORD_WAS_RESET = 'Your new password is set. Please log in with it.';

/** The set-new-password form. */
export const resetPasswordFormSchema = z
  .object({ newPassword: password(6), confirmPassword: z.string({ error: PASSWORDS_DIFFER.error }) })
  .refine((form) => form.newPassword === form.confirmPassword, PASSWORDS_DIFFER);
