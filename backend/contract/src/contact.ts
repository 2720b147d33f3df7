import { z } from 'zod';
import { CONTACT_SUBJECTS } from './choices.ts';
import { emailAddress, nameText, noteText, optionalText } from './texts.ts';

const subjects = Object.keys(CONTACT_SUBJECTS) as [
  keyof typeof CONTACT_SUBJECTS,
  ...(keyof typeof CONTACT_SUBJECTS)[],
];

/** POST /api/contact (S1-5-contact). */
export const contactSchema = z.object({
  contact_name: nameText('Name is required'),
  contact_email: emailAddress('Invalid email address'),
  contact_phone: optionalText(),
  contact_subject: z.enum(subjects, { error: 'Subject is required' }),
  contact_message: noteText({ required: 'Message is required' }),
});
export type ContactRequest = z.infer<typeof contactSchema>;

export const CONTACT_STATUSES = ['open', 'answered'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** A message in the administrators' inbox: GET /api/admin/contacts, /api/admin/contacts/{id}. */
export const contactMessageSchema = z.object({
  id: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string().nullable(),
  contact_subject: z.string(),
  contact_message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  created_at: z.string(),
  /** Null while it is open. */
  answered_at: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

/** PATCH /api/admin/contacts/{id}: marks the message answered. */
export const contactPatchSchema = z.object({
  answered: z.literal(true, { error: 'answered must be true' }),
});
