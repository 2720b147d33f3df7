import { Box, Typography } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showDate } from '../format.ts';
import { BulkVerbButton, VerbButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import {
  contactColumns,
  contactCsvColumns,
  contactsHiddenByDefault,
  excerptOf,
  subjectOf,
} from './columns.tsx';
import { markAnswered } from './verbs.ts';

/** What visitors wrote in the contact form, so that nothing is lost where no mail server is set up. */
export default function ContactList() {
  return (
    <AdminList
      title="Messages"
      lead="What people wrote in the contact form of the home page."
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
      search={<SearchField label="Search messages" hint="Name, e-mail, phone or words" />}
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
      actions={(message) => <VerbButton verb={markAnswered} record={message} />}
    />
  );
}

function ContactBulkActions({ answered }: { readonly answered: boolean }) {
  return (
    <>
      {!answered && <BulkVerbButton verb={markAnswered} />}
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
        <VerbButton verb={markAnswered} record={message} variant="outlined" />
      </Box>
    </>
  );
}
