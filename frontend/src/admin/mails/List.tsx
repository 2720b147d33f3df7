import type { Mail } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { momentText } from '../../shared/text.ts';
import { ActionButton, BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { countColumn, momentColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { useReadAnew } from '../kit/live.ts';
import { CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { MAIL_STATES, MailStanding } from '../records/states.tsx';
import { sendAgain } from './actions.ts';

export const mailColumns: readonly ColumnProps<Mail>[] = [
  { source: 'subject', label: 'Subject', render: (mail) => <Unbroken text={mail.subject} /> },
  { source: 'recipient', label: 'To' },
  { source: 'status', label: 'Status', render: (mail) => <MailStanding status={mail.status} /> },
  { source: 'kind', label: 'About', render: (mail) => wordsOfName(mail.kind) },
  countColumn('attempts', 'Attempts'),
  momentColumn('created_at', 'Created'),
  momentColumn('sent_at', 'Sent'),
];

const csvColumns: readonly CsvColumn<Mail>[] = [
  { label: 'Subject', value: (mail) => mail.subject },
  { label: 'To', value: (mail) => mail.recipient },
  { label: 'Status', value: (mail) => MAIL_STATES[mail.status].label },
  { label: 'About', value: (mail) => wordsOfName(mail.kind) },
  { label: 'Attempts', value: (mail) => mail.attempts },
  { label: 'Last error', value: (mail) => mail.last_error },
  { label: 'Created', value: (mail) => momentText(mail.created_at) },
  { label: 'Sent', value: (mail) => (mail.sent_at === null ? '' : momentText(mail.sent_at)) },
];

/** The outbox: every mail of the portal and its delivery. */
export default function MailList() {
  useReadAnew('mails');
  return (
    <AdminList<Mail>
      title="Emails"
      lead="All emails of the portal and their delivery."
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={mailColumns}
      hiddenByDefault={['attempts', 'sent_at']}
      csvColumns={csvColumns}
      file="mails"
      refresh
      tabs={{
        label: 'Emails by status',
        field: 'status',
        tabs: [
          { label: 'All' },
          { label: 'Queued', value: 'queued' },
          { label: 'Not sent', value: 'kept' },
          { label: 'Sent', value: 'sent' },
          { label: 'Failed', value: 'dead' },
        ],
      }}
      search={{ label: 'Search emails', hint: 'Recipient or subject' }}
      label="Emails"
      empty="No emails found"
      bulkActions={({ status }) => status === 'dead' && <BulkActionButton action={sendAgain} />}
      cardAside={(mail) => <MailStanding status={mail.status} />}
      card={(mail) => (
        <>
          <CardText>
            <Unbroken text={`${mail.recipient} · ${momentText(mail.created_at)}`} />
          </CardText>
          <ActionButton action={sendAgain} record={mail} variant="outlined" />
        </>
      )}
      actions={(mail) => <ActionButton action={sendAgain} record={mail} />}
    />
  );
}
