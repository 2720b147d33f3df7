import { Chip, Link } from '@mui/material';
import { CONTACT_SUBJECTS, type ContactMessage, type ContactStatus } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { NONE, showDate, showMoment } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** The subject as the form's select shows it. */
export const subjectOf = (message: ContactMessage) =>
  SUBJECTS[message.contact_subject] ?? message.contact_subject;

/** Whether somebody still has to answer, as a word on its colour. */
export function ContactStanding({ status }: { readonly status: ContactStatus }) {
  const tone = status === 'open' ? 'warning' : 'success';
  return (
    <Chip
      size="small"
      label={status === 'open' ? 'Open' : 'Answered'}
      sx={{ bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }}
    />
  );
}

/** The columns of the inbox; the first opens the message. */
export const contactColumns: readonly ColumnProps<ContactMessage>[] = [
  {
    source: 'contact_name',
    label: 'From',
    render: (message) => (
      <RecordLink resource="contacts" id={message.id}>
        {message.contact_name}
      </RecordLink>
    ),
  },
  { source: 'contact_subject', label: 'Subject', render: subjectOf },
  {
    source: 'contact_message',
    label: 'Message',
    sortable: false,
    render: (message) => excerptOf(message.contact_message),
  },
  {
    source: 'contact_email',
    label: 'E-mail',
    render: (message) => <Link href={`mailto:${message.contact_email}`}>{message.contact_email}</Link>,
  },
  {
    source: 'contact_phone',
    label: 'Phone',
    unbroken: true,
    sortable: false,
    render: (message) => formatPhone(message.contact_phone ?? '') || NONE,
  },
  {
    source: 'created_at',
    label: 'Received',
    unbroken: true,
    firstOrder: 'DESC',
    render: (message) => showDate(message.created_at),
  },
  {
    source: 'answered_at',
    label: 'Answered',
    unbroken: true,
    firstOrder: 'DESC',
    render: (message) => showDate(message.answered_at),
  },
];

export const contactsHiddenByDefault = ['contact_phone', 'answered_at'];

export const contactCsvColumns: readonly CsvColumn<ContactMessage>[] = [
  { label: 'From', value: (message) => message.contact_name },
  { label: 'E-mail', value: (message) => message.contact_email },
  { label: 'Phone', value: (message) => formatPhone(message.contact_phone ?? '') },
  { label: 'Subject', value: subjectOf },
  { label: 'Message', value: (message) => message.contact_message },
  { label: 'Received', value: (message) => showMoment(message.created_at) },
  { label: 'Answered', value: (message) => (message.answered_at ? showMoment(message.answered_at) : '') },
];

const EXCERPT = 90;

/** The beginning of a message on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
}
