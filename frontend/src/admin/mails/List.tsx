import { Typography } from '@mui/material';
import type { Mail } from '@portal/contract';
import { useListContext } from 'react-admin';
import { momentText, showCount } from '../../shared/text.ts';
import { ActionButton, BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser, RefreshButton } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { useReadAnew } from '../kit/live.ts';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { kindText, MAIL_STATES, MailStanding } from '../records/states.tsx';
import { sendAgain } from './actions.ts';

/** The columns of the outbox; the first opens the mail. */
export const mailColumns: readonly ColumnProps<Mail>[] = [
  {
    source: 'subject',
    label: 'Subject',
    render: (mail) => (
      <RecordLink resource="mails" id={mail.id}>
        {mail.subject}
      </RecordLink>
    ),
  },
  { source: 'recipient', label: 'To' },
  { source: 'status', label: 'Status', render: (mail) => <MailStanding status={mail.status} /> },
  { source: 'kind', label: 'About', render: (mail) => kindText(mail.kind) },
  {
    source: 'attempts',
    label: 'Tries',
    numeric: true,
    firstOrder: 'DESC',
    render: (mail) => showCount(mail.attempts),
  },
  {
    source: 'created_at',
    label: 'Written',
    unbroken: true,
    firstOrder: 'DESC',
    render: (mail) => momentText(mail.created_at),
  },
  {
    source: 'sent_at',
    label: 'Sent',
    unbroken: true,
    firstOrder: 'DESC',
    render: (mail) => momentText(mail.sent_at),
  },
];

const mailsHiddenByDefault = ['attempts', 'sent_at'];

const mailCsvColumns: readonly CsvColumn<Mail>[] = [
  { label: 'Subject', value: (mail) => mail.subject },
  { label: 'To', value: (mail) => mail.recipient },
  { label: 'Status', value: (mail) => MAIL_STATES[mail.status].label },
  { label: 'About', value: (mail) => kindText(mail.kind) },
  { label: 'Tries', value: (mail) => mail.attempts },
  { label: 'Last error', value: (mail) => mail.last_error },
  { label: 'Written', value: (mail) => momentText(mail.created_at) },
  { label: 'Sent', value: (mail) => (mail.sent_at === null ? '' : momentText(mail.sent_at)) },
];

/** The outbox: every mail the portal wrote and what became of it. */
export default function MailList() {
  useReadAnew('mails');
  return (
    <AdminList
      title="Mail"
      lead="All mails of the portal and their delivery."
      sort={{ field: 'created_at', order: 'DESC' }}
      actions={
        <>
          <RefreshButton />
          <ColumnChooser columns={mailColumns} hiddenByDefault={mailsHiddenByDefault} />
          <ExportCsv columns={mailCsvColumns} filename="mails.csv" />
        </>
      }
      tabs={
        <FilterTabs
          label="Mails by status"
          field="status"
          tabs={[
            { label: 'All', value: undefined },
            { label: 'Queued', value: 'queued' },
            { label: 'Kept', value: 'kept' },
            { label: 'Sent', value: 'sent' },
            { label: 'Dead', value: 'dead' },
          ]}
        />
      }
      search={<SearchField label="Search mails" hint="Recipient or subject" />}
    >
      <RecordTable<Mail>
        label="Mails"
        columns={mailColumns}
        empty="No mails found"
        hiddenByDefault={mailsHiddenByDefault}
        bulkActions={<MailBulkActions />}
        card={(mail) => <MailCard mail={mail} />}
        actions={(mail) => <ActionButton action={sendAgain} record={mail} />}
      />
    </AdminList>
  );
}

/** Sending many again stands on the tab where every row takes it. */
function MailBulkActions() {
  const { filterValues } = useListContext<Mail>();
  return (
    <>
      {filterValues.status === 'dead' && <BulkActionButton action={sendAgain} />}
      <ExportSelected columns={mailCsvColumns} filename="mails.csv" />
    </>
  );
}

function MailCard({ mail }: { readonly mail: Mail }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="mails" id={mail.id}>
          {mail.subject}
        </RecordLink>
        <MailStanding status={mail.status} />
      </CardHead>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {mail.recipient} · {momentText(mail.created_at)}
      </Typography>
      <ActionButton action={sendAgain} record={mail} variant="outlined" />
    </>
  );
}
