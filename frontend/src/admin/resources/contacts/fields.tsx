import DoneIcon from '@mui/icons-material/MarkEmailReadOutlined';
import { Link } from '@mui/material';
import { CONTACT_SUBJECTS, type ContactMessage, type ContactStatus } from '@portal/contract';
import { mailLink } from '../../../shared/company.ts';
import type { BulkAction } from '../../kit/ActionDialog.tsx';
import { LookBadge } from '../../records/states.tsx';
import { type Fields, momentCell, type SourceOf } from '../../ui/fields.tsx';

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** The subject as the form's select shows it. */
export const subjectOf = (message: ContactMessage) =>
  SUBJECTS[message.contact_subject] ?? message.contact_subject;

export const contactFields: Fields<ContactMessage> = {
  contact_name: { label: 'From' },
  contact_email: {
    label: 'Email',
    render: (message) => <Link href={mailLink(message.contact_email)}>{message.contact_email}</Link>,
  },
  contact_phone: { label: 'Phone', table: 'hidden', type: 'phone' },
  contact_subject: { label: 'Subject', render: subjectOf, csv: subjectOf },
  contact_message: {
    label: 'Message',
    render: (message) => excerptOf(message.contact_message),
  },
  created_at: { label: 'Received', type: 'day', csv: (message) => momentCell(message.created_at) },
  answered_at: {
    label: 'Answered',
    table: 'hidden',
    type: 'day',
    csv: (message) => momentCell(message.answered_at),
  },
};

export const contactColumns: readonly SourceOf<ContactMessage>[] = [
  'contact_name',
  'contact_subject',
  'contact_message',
  'contact_email',
  'contact_phone',
  'created_at',
  'answered_at',
];

export const ContactStatusBadge = ({ status }: { readonly status: ContactStatus }) => (
  <LookBadge look={status === 'open' ? ['warning', 'Open'] : ['success', 'Answered']} />
);

const EXCERPT = 90;

/** The beginning of a message on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
}

export const markAnswered: BulkAction<ContactMessage> = {
  resource: 'contacts',
  name: 'answer',
  label: 'Mark as answered',
  icon: DoneIcon,
  question: (message) => `Mark the message of ${message.contact_name} as answered?`,
  bulkQuestion: (count) => `Mark ${count} messages as answered?`,
  consequences: [
    'It moves from Open to Answered for all administrators.',
    'The sender is not notified. It cannot be reopened.',
  ],
  done: 'Marked as answered',
  failed: 'Failed to mark the message as answered.',
  run: (portal, id) => portal.markAnswered(id),
};
