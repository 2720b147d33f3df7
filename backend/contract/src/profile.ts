import { z } from 'zod';
import { emailPreferencesSchema } from './emailPreferences.ts';
import { PASSWORDS_DIFFER } from './passwordsDiffer.ts';
import { emailAddress, nameText, password, requiredText } from './texts.ts';

/** PATCH /api/users/{id}: the eight profile fields (S2-5); other fields are dropped. */
export const profileSchema = z.object({
  name: nameText('Name is required', 2),
  email: emailAddress('Please enter a valid email address'),
  company: nameText('Company is required', 2),
  phone: requiredText('Phone number must be at least 10 characters', 10),
  address: requiredText('Address is required', 2),
  city: requiredText('City is required', 2),
  state: requiredText('State is required', 1),
  zip: requiredText('ZIP code must be at least 5 characters', 5),
});

export type ProfileRequest = z.infer<typeof profileSchema>;

export const profilePatchSchema = profileSchema.partial();

const currentPassword = z
  .string({ error: 'Current password must be at least 6 characters' })
  .min(6, 'Current password must be at least 6 characters')
  .max(1_000, 'Current password must be at least 6 characters');

/** POST /api/change-password. */
export const changePasswordSchema = z.object({
  currentPassword,
  newPassword: password(6, 'New password must be at least 6 characters'),
});

export const WRONG_CURRENT_PASSWORD = 'Current password is incorrect';

const SHORT_CONFIRMATION = 'Confirm password must be at least 6 characters';

/** The Change Password form: the request and the confirmation, which is never sent. */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirmPassword: z.string({ error: SHORT_CONFIRMATION }).min(6, SHORT_CONFIRMATION) })
  .refine((form) => form.newPassword === form.confirmPassword, PASSWORDS_DIFFER);

/** PATCH /api/users/{id}/email-preferences. */
export const emailPreferencesRequestSchema = z.object({ email_preferences: emailPreferencesSchema });
