import { Typography } from '@mui/material';
import type { Mail } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showMoment } from '../format.ts';
import { BulkVerbButton, VerbButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser, RefreshButton } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { useReadAnew } from '../kit/live.ts';
import { CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { MailStanding, mailColumns, mailCsvColumns, mailsHiddenByDefault } from './columns.tsx';
import { sendAgain } from './verbs.ts';

/** The outbox: every mail the portal wrote and what became of it. */
export default function MailList() {
  useReadAnew('mails');
  return (
    <AdminList
      title="Mail"
      lead="Every mail the portal wrote, and what became of it."
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
        actions={(mail) => <VerbButton verb={sendAgain} record={mail} />}
      />
    </AdminList>
  );
}

/** Sending many again stands on the tab where every row takes it. */
function MailBulkActions() {
  const { filterValues } = useListContext<Mail>();
  return (
    <>
      {filterValues.status === 'dead' && <BulkVerbButton verb={sendAgain} />}
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
        {mail.recipient} · {showMoment(mail.created_at)}
      </Typography>
      <VerbButton verb={sendAgain} record={mail} variant="outlined" />
    </>
  );
}
