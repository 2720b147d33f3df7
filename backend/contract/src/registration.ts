import { z } from 'zod';
import { emailAddress, noteText, optionalText, PASSWORDS_DIFFER, password, requiredText } from './texts.ts';

/** POST /api/register (S1-5). A captcha token and `confirmPassword` are dropped. */
export const registerSchema = z.object({
  name: requiredText('Name must be at least 2 characters', 2),
  company: requiredText('Company must be at least 2 characters', 2),
  email: emailAddress('Must provide a valid email address'),
  phone: requiredText('Phone number must be at least 10 characters', 10),
  address: requiredText('Address is required'),
  city: requiredText('City is required'),
  state: requiredText('State is required'),
  zip: requiredText('ZIP code is required'),
  experience: optionalText(),
  username: requiredText('Username must be at least 3 characters', 3),
  password: password(6),
  agreeToTerms: z.literal(true, { error: 'You must agree to the terms and conditions' }),
});
export type RegisterRequest = z.infer<typeof registerSchema>;

/** The registration form: the request and the confirmation, which is never sent. */
export const registerFormSchema = registerSchema
  .extend({ confirmPassword: z.string({ error: PASSWORDS_DIFFER.error }) })
  .refine((form) => form.password === form.confirmPassword, PASSWORDS_DIFFER);
export type RegisterForm = z.input<typeof registerFormSchema>;

/** Required without a route of its own (S1-5-dealer-1). */
export const dealerRegistrationSchema = z.object({
  company_name: requiredText('Company name is required'),
  website: optionalText(),
  contact_name: requiredText('Contact name is required'),
  contact_phone: requiredText('Contact phone is required'),
  contact_email: emailAddress('Invalid email address'),
  address: requiredText('Address is required'),
  city: requiredText('City is required'),
  state: requiredText('State is required'),
  zip: requiredText('ZIP code is required'),
  business_type: requiredText('Business type is required'),
  experience: optionalText(),
  additional_info: noteText().optional(),
  terms: z.literal(true, { error: 'You must accept the terms and conditions' }),
});

/** Required without a route of its own (S1-5-account-1). */
export const accountNamesSchema = z.object({
  name: requiredText('Account name must be at least 2 characters', 2),
  company_name: requiredText('Company name must be at least 2 characters', 2),
});
