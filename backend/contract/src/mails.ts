import { z } from 'zod';

/**
 * `queued` waits for its next attempt, `sent` was accepted by the mail server, `kept` stays here because no mail server
 * is configured, `dead` was given up (see `last_error`).
 */
export const MAIL_STATUSES = ['queued', 'sent', 'kept', 'dead'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A row of the outbox, GET /api/admin/mails. */
export const mailSchema = z.object({
  id: z.string(),
  /** E.g. `dealerApproved`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  /** The user it went to; null for an address that is no user's. */
  user_id: z.string().nullable(),
  created_at: z.string(),
  /** Null unless it is queued. */
  next_attempt_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** Contains a secret, e.g. a reset link: its content is never shown. */
  is_secret: z.boolean(),
});
export type Mail = z.infer<typeof mailSchema>;

/** GET /api/admin/mails/{id}: the rendered mail. Both parts are null for a mail with a secret and where rendering failed. */
export const mailDetailSchema = mailSchema.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** File names. */
  attachments: z.array(z.string()).optional(),
});
export type MailDetail = z.infer<typeof mailDetailSchema>;
