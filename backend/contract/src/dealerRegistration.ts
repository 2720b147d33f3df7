import { z } from 'zod';
import { emailAddress, nameText, noteText, optionalText, requiredText } from './texts.ts';

/** Required without a route of its own (S1-5-dealer-1). */
export const dealerRegistrationSchema = z.object({
  company_name: nameText('Company name is required'),
  website: optionalText(),
  contact_name: nameText('Contact name is required'),
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
  name: nameText('Account name must be at least 2 characters', 2),
  company_name: nameText('Company name must be at least 2 characters', 2),
});
