import { z } from 'zod';
import { emailAddress, noteText, optionalText, requiredText } from './texts.ts';

/** Values and labels of the subject select (spec 1, section 3, Contact message). */
export const CONTACT_SUBJECTS = {
  dealer_inquiry: 'Dealer Inquiry',
  new_site: 'New Site Setup',
  migration: 'Site Migration',
  support: 'Technical Support',
  other: 'Other',
} as const;

const subjects = Object.keys(CONTACT_SUBJECTS) as [
  keyof typeof CONTACT_SUBJECTS,
  ...(keyof typeof CONTACT_SUBJECTS)[],
];

/** POST /api/contact (spec 1, section 5, Contact form). */
export const contactSchema = z.object({
  contact_name: requiredText('Name is required'),
  contact_email: emailAddress('Invalid email address'),
  contact_phone: optionalText(),
  contact_subject: z.enum(subjects, { error: 'Subject is required' }),
  contact_message: noteText({ required: 'Message is required' }),
});
export type ContactRequest = z.infer<typeof contactSchema>;
