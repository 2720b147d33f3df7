import { Box, Typography } from '@mui/material';
import type { Mail } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showMoment } from '../format.ts';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
import { FilterTabs } from '../list/FilterTabs.tsx';
import { RecordLink } from '../list/RecordLink.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { RefreshButton } from '../list/RefreshButton.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { useReadAnew } from '../live/useReadAnew.ts';
import { MailStanding, mailColumns, mailCsvColumns, mailsHiddenByDefault } from './columns.tsx';

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
        empty="No mails found"
        hiddenByDefault={mailsHiddenByDefault}
        bulkActions={<MailBulkActions />}
        card={(mail) => <MailCard mail={mail} />}
      >
        {mailColumns.map((column) => (
          <Column key={column.source} {...column} />
        ))}
      </RecordTable>
    </AdminList>
  );
}

function MailBulkActions() {
  const { selectedIds } = useListContext<Mail>();
  return <ExportCsv columns={mailCsvColumns} filename="mails.csv" ids={selectedIds} />;
}

function MailCard({ mail }: { readonly mail: Mail }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'center' }}>
        <RecordLink resource="mails" id={mail.id}>
          {mail.subject}
        </RecordLink>
        <MailStanding status={mail.status} />
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {mail.recipient} · {showMoment(mail.created_at)}
      </Typography>
    </>
  );
}
