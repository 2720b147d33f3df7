import { Link, Typography } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { mailLink } from '../../shared/mailLink.ts';
import { momentText, NONE, showDate } from '../../shared/text.ts';
import { ActionButton, BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { dateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardActions, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { markAnswered } from './actions.ts';
import { subjectOf } from './parts.tsx';

export const contactColumns: readonly ColumnProps<ContactMessage>[] = [
  { source: 'contact_name', label: 'From' },
  { source: 'contact_subject', label: 'Subject', render: subjectOf },
  {
    source: 'contact_message',
    label: 'Message',
    sortable: false,
    render: (message) => excerptOf(message.contact_message),
  },
  {
    source: 'contact_email',
    label: 'Email',
    render: (message) => <Link href={mailLink(message.contact_email)}>{message.contact_email}</Link>,
  },
  {
    source: 'contact_phone',
    label: 'Phone',
    unbroken: true,
    sortable: false,
    render: (message) => formatPhone(message.contact_phone ?? '') || NONE,
  },
  dateColumn('created_at', 'Received'),
  dateColumn('answered_at', 'Answered'),
];

const csvColumns: readonly CsvColumn<ContactMessage>[] = [
  { label: 'From', value: (message) => message.contact_name },
  { label: 'Email', value: (message) => message.contact_email },
  { label: 'Phone', value: (message) => formatPhone(message.contact_phone ?? '') },
  { label: 'Subject', value: subjectOf },
  { label: 'Message', value: (message) => message.contact_message },
  { label: 'Received', value: (message) => momentText(message.created_at) },
  { label: 'Answered', value: (message) => (message.answered_at ? momentText(message.answered_at) : '') },
];

const EXCERPT = 90;

/** The beginning of a message on one line. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
}

const isAnswered = (filter: Readonly<Record<string, unknown>>) => filter.status === 'answered';

/** The messages of the contact form, which are kept here even without a mail server. */
export default function ContactList() {
  return (
    <AdminList<ContactMessage>
      title="Messages"
      lead="Messages from the contact form on the home page."
      sort={{ field: 'created_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      columns={contactColumns}
      hiddenByDefault={['contact_phone', 'answered_at']}
      csvColumns={csvColumns}
      file="messages"
      tabs={{
        label: 'Messages by status',
        field: 'status',
        tabs: [
          { label: 'Open', value: 'open' },
          { label: 'Answered', value: 'answered' },
        ],
      }}
      search={{ label: 'Search messages', hint: 'Name, email, phone or text' }}
      label={(filter) => (isAnswered(filter) ? 'Answered messages' : 'Open messages')}
      empty={(filter) => (isAnswered(filter) ? 'No answered messages found' : 'No open messages found')}
      bulkActions={(filter) => !isAnswered(filter) && <BulkActionButton action={markAnswered} />}
      cardAside={(message) => (
        <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
          {showDate(message.created_at)}
        </Typography>
      )}
      card={(message) => (
        <>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {subjectOf(message)}
          </Typography>
          <CardText>{excerptOf(message.contact_message)}</CardText>
          <CardActions>
            <ActionButton action={markAnswered} record={message} variant="outlined" />
          </CardActions>
        </>
      )}
      actions={(message) => <ActionButton action={markAnswered} record={message} />}
    />
  );
}
