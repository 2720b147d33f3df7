import { z } from 'zod';
import { PASSWORDS_DIFFER } from './passwordsDiffer.ts';
import { emailAddress, nameText, newUsername, optionalText, password, requiredText } from './texts.ts';

/** POST /api/register (S1-5). A captcha token and `confirmPassword` are dropped. */
export const registerSchema = z.object({
  name: nameText('Name must be at least 2 characters', 2),
  company: nameText('Company must be at least 2 characters', 2),
  email: emailAddress('Must provide a valid email address'),
  phone: requiredText('Phone number must be at least 10 characters', 10),
  address: requiredText('Address is required'),
  city: requiredText('City is required'),
  state: requiredText('State is required'),
  zip: requiredText('ZIP code is required'),
  experience: optionalText(),
  username: newUsername('Username must be at least 3 characters'),
  password: password(6),
  agreeToTerms: z.literal(true, { error: 'You must agree to the terms and conditions' }),
});
export type RegisterRequest = z.infer<typeof registerSchema>;

/** The registration form: the request and the confirmation, which is never sent. */
export const registerFormSchema = registerSchema
  .extend({ confirmPassword: z.string({ error: PASSWORDS_DIFFER.error }) })
  .refine((form) => form.password === form.confirmPassword, PASSWORDS_DIFFER);
export type RegisterForm = z.input<typeof registerFormSchema>;
