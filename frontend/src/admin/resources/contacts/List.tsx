import { Typography } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { ActionButton, BulkActionButton } from '../../kit/ActionButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import type { Filter } from '../../ui/StatusTabs.tsx';
import { contactColumns, contactFields, excerptOf, markAnswered, subjectOf } from './fields.tsx';

const isAnswered = (filter: Filter) => filter.status === 'answered';

/** The messages of the contact form, which are kept here even without a mail server. */
export default function ContactList() {
  return (
    <List
      resource="contacts"
      title="Messages"
      lead="Messages from the contact form on the home page."
      sort={{ field: 'created_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      fields={contactFields}
      columns={contactColumns}
      file="messages"
      tabs={{ label: 'Messages by status', source: 'status', tabs: { Open: 'open', Answered: 'answered' } }}
      filters={<SearchInput label="Search messages" placeholder="Name, email, phone or text" />}
    >
      <DataTable<ContactMessage>
        label={(filter) => (isAnswered(filter) ? 'Answered messages' : 'Open messages')}
        empty={(filter) => (isAnswered(filter) ? 'No answered messages found' : 'No open messages found')}
        bulkActionButtons={(filter) => !isAnswered(filter) && <BulkActionButton action={markAnswered} />}
        cardAside="created_at"
        card={(message) => (
          <>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {subjectOf(message)}
            </Typography>
            <CardText>{excerptOf(message.contact_message)}</CardText>
          </>
        )}
        actions={(message, look) => <ActionButton action={markAnswered} record={message} {...look} />}
      />
    </List>
  );
}
