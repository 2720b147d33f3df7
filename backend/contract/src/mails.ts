import { z } from 'zod';

/**
 * `queued` waits for its next try, `sent` was taken by the mail server, `kept` stays readable here because no mail
 * server is configured, `dead` was given up (see `last_error`).
 */
export const MAIL_STATUSES = ['queued', 'sent', 'kept', 'dead'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A row of the outbox, GET /api/admin/mails. */
export const mailSchema = z.object({
  id: z.string(),
  /** What the mail is about, e.g. `dealerApproved`. */
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
  /** Holds a secret, e.g. a reset link: what it says is shown to nobody. */
  is_secret: z.boolean(),
});
export type Mail = z.infer<typeof mailSchema>;

/**
 * GET /api/admin/mails/{id}: the mail as it was rendered. Both parts are null for a mail with a secret (a reset link),
 * which nobody reads here, and for one that could not be written.
 */
export const mailDetailSchema = mailSchema.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Names of the files that go with it. */
  attachments: z.array(z.string()).optional(),
});
export type MailDetail = z.infer<typeof mailDetailSchema>;
