import type { ContactMessage, ContactStatus } from '@portal/contract';
import type { ContactRow } from '@portal/projections';

/** A message of the contact form, in the spec's names. */
export function toContactMessage(row: ContactRow): ContactMessage {
  return {
    id: row.id,
    contact_name: row.name,
    contact_email: row.email,
    contact_phone: row.phone,
    contact_subject: row.subject,
    contact_message: row.message,
    status: row.status as ContactStatus,
    created_at: row.created_at,
    answered_at: row.answered_at,
  };
}
