import RefreshIcon from '@mui/icons-material/Refresh';
import { Button } from '@mui/material';
import type { Mail } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { momentText } from '../../../shared/text.ts';
import { ActionButton, BulkActionButton } from '../../kit/ActionButton.tsx';
import { useReadAnew } from '../../kit/live.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { mailFields, sendAgain } from './fields.tsx';

const TABS = {
  label: 'Emails by status',
  source: 'status',
  tabs: { All: {}, Queued: 'queued', 'Not sent': 'kept', Sent: 'sent', Failed: 'dead' },
} as const;

/** The outbox: every mail of the portal and its delivery. */
export default function MailList() {
  useReadAnew('mails');
  return (
    <List
      resource="mails"
      title="Emails"
      lead="All emails of the portal and their delivery."
      sort={{ field: 'created_at', order: 'DESC' }}
      fields={mailFields}
      tabs={TABS}
      filters={<SearchInput label="Search emails" placeholder="Recipient or subject" />}
      actions={<RefreshButton />}
    >
      <DataTable<Mail>
        label="Emails"
        empty="No emails found"
        bulkActionButtons={({ status }) => status === 'dead' && <BulkActionButton action={sendAgain} />}
        cardAside="status"
        card={(mail) => <CardText>{`${mail.recipient} · ${momentText(mail.created_at)}`}</CardText>}
        actions={(mail, look) => <ActionButton action={sendAgain} record={mail} {...look} />}
      />
    </List>
  );
}

/** Reads the list and its counts again: no event reports a delivery. */
function RefreshButton() {
  const { resource, isFetching } = useListContext();
  const queryClient = useQueryClient();
  return (
    <Button
      size="small"
      startIcon={<RefreshIcon />}
      aria-disabled={isFetching}
      onClick={() => void queryClient.invalidateQueries({ queryKey: [resource] })}
    >
      Refresh
    </Button>
  );
}
