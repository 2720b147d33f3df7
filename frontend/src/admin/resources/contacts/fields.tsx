import { Link } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { mailLink } from '../../../shared/mailLink.ts';
import { momentText } from '../../../shared/text.ts';
import type { Fields, SourceOf } from '../../ui/fields.tsx';
import { excerptOf, subjectOf } from './parts.tsx';

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
  created_at: { label: 'Received', type: 'day', csv: (message) => momentText(message.created_at) },
  answered_at: {
    label: 'Answered',
    table: 'hidden',
    type: 'day',
    csv: (message) => message.answered_at && momentText(message.answered_at),
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
