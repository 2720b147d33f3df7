import { Box, Link, Typography } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { useListContext } from 'react-admin';
import { momentText, NONE, showDate } from '../../shared/text.ts';
import { ActionButton, BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { markAnswered } from './actions.ts';
import { subjectOf } from './parts.tsx';

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

const contactsHiddenByDefault = ['contact_phone', 'answered_at'];

const contactCsvColumns: readonly CsvColumn<ContactMessage>[] = [
  { label: 'From', value: (message) => message.contact_name },
  { label: 'E-mail', value: (message) => message.contact_email },
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

/** What visitors wrote in the contact form, so that nothing is lost where no mail server is set up. */
export default function ContactList() {
  return (
    <AdminList
      title="Messages"
      lead="Messages from the contact form on the home page."
      sort={{ field: 'created_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      actions={
        <>
          <ColumnChooser columns={contactColumns} hiddenByDefault={contactsHiddenByDefault} />
          <ExportCsv columns={contactCsvColumns} filename="messages.csv" />
        </>
      }
      tabs={
        <FilterTabs
          label="Messages by status"
          field="status"
          tabs={[
            { label: 'Open', value: 'open' },
            { label: 'Answered', value: 'answered' },
          ]}
        />
      }
      search={<SearchField label="Search messages" hint="Name, e-mail, phone or text" />}
    >
      <ContactRows />
    </AdminList>
  );
}

function ContactRows() {
  const { filterValues } = useListContext<ContactMessage>();
  const answered = filterValues.status === 'answered';
  return (
    <RecordTable<ContactMessage>
      label={answered ? 'Answered messages' : 'Open messages'}
      columns={contactColumns}
      empty={answered ? 'No answered messages found' : 'No open messages found'}
      hiddenByDefault={contactsHiddenByDefault}
      bulkActions={<ContactBulkActions answered={answered} />}
      card={(message) => <ContactCard message={message} />}
      actions={(message) => <ActionButton action={markAnswered} record={message} />}
    />
  );
}

function ContactBulkActions({ answered }: { readonly answered: boolean }) {
  return (
    <>
      {!answered && <BulkActionButton action={markAnswered} />}
      <ExportSelected columns={contactCsvColumns} filename="messages.csv" />
    </>
  );
}

function ContactCard({ message }: { readonly message: ContactMessage }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="contacts" id={message.id}>
          {message.contact_name}
        </RecordLink>
        <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
          {showDate(message.created_at)}
        </Typography>
      </CardHead>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {subjectOf(message)}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {excerptOf(message.contact_message)}
      </Typography>
      <Box sx={{ mt: 1 }}>
        <ActionButton action={markAnswered} record={message} variant="outlined" />
      </Box>
    </>
  );
}
