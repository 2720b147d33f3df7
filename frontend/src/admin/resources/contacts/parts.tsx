import { CONTACT_SUBJECTS, type ContactMessage, type ContactStatus } from '@portal/contract';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** The subject as the form's select shows it. */
export const subjectOf = (message: ContactMessage) =>
  SUBJECTS[message.contact_subject] ?? message.contact_subject;

const CONTACT_LOOK = {
  open: { tone: 'warning', label: 'Open' },
  answered: { tone: 'success', label: 'Answered' },
} as const satisfies Record<ContactStatus, object>;

export function ContactStatusChip({ status }: { readonly status: ContactStatus }) {
  const { tone, label } = CONTACT_LOOK[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const EXCERPT = 90;

/** The beginning of a message on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
}
