import { CONTACT_SUBJECTS, type ContactMessage, type ContactStatus } from '@portal/contract';
import { StateChip } from '../records/states.tsx';

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** The subject as the form's select shows it. */
export const subjectOf = (message: ContactMessage) =>
  SUBJECTS[message.contact_subject] ?? message.contact_subject;

/** Whether the message is answered. */
export function ContactStanding({ status }: { readonly status: ContactStatus }) {
  return status === 'open' ? (
    <StateChip tone="warning" label="Open" />
  ) : (
    <StateChip tone="success" label="Answered" />
  );
}
