import type { Mail, MailStatus } from '@portal/contract';
import type { OutboxRow } from '../../platform/mail/outboxQuery.ts';

/** A mail of the outbox, without what it says. */
export function toMail(row: OutboxRow): Mail {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status as MailStatus,
    attempts: row.attempts,
    last_error: row.last_error,
    user_id: row.user_id,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at,
    sent_at: row.sent_at,
    is_secret: row.is_secret,
  };
}
