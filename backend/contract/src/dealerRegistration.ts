import { z } from 'zod';
import { emailAddress, noteText, optionalText, requiredText } from './texts.ts';

/** The separate dealer-registration schema (S1-5); it has no route. */
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
