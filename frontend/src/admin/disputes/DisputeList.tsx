import { Box, Typography } from '@mui/material';
import type { Dispute } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showDate, showDollars } from '../format.ts';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
import { FilterTabs } from '../list/FilterTabs.tsx';
import { RecordLink } from '../list/RecordLink.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { DisputeStanding, disputeColumns, disputeCsvColumns } from './columns.tsx';

/** Charges that dealers question, those that wait for an answer first. */
export default function DisputeList() {
  return (
    <AdminList
      title="Questions"
      lead="Charges that dealers ask about."
      sort={{ field: 'updated_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      actions={<ExportCsv columns={disputeCsvColumns} filename="questions.csv" />}
      tabs={
        <FilterTabs
          label="Questions by status"
          field="status"
          tabs={[
            { label: 'Open', value: 'open' },
            { label: 'Closed', value: 'closed' },
          ]}
        />
      }
      search={<SearchField label="Search questions" hint="Invoice, company, charge or words" />}
    >
      <DisputeRows />
    </AdminList>
  );
}

function DisputeRows() {
  const { filterValues, selectedIds } = useListContext<Dispute>();
  const closed = filterValues.status === 'closed';
  return (
    <RecordTable<Dispute>
      label={closed ? 'Closed questions' : 'Open questions'}
      empty={closed ? 'No closed questions found' : 'No open questions found'}
      hiddenByDefault={[]}
      bulkActions={<ExportCsv columns={disputeCsvColumns} filename="questions.csv" ids={selectedIds} />}
      card={(dispute) => <DisputeCard dispute={dispute} />}
    >
      {disputeColumns.map((column) => (
        <Column key={column.source} {...column} />
      ))}
    </RecordTable>
  );
}

function DisputeCard({ dispute }: { readonly dispute: Dispute }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
        <RecordLink resource="disputes" id={dispute.id}>
          {dispute.invoice_number}
        </RecordLink>
        <DisputeStanding dispute={dispute} />
      </Box>
      <Typography variant="body2">{dispute.company_name ?? 'N/A'}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {dispute.line_name}, {showDollars(dispute.amount)}, {showDate(dispute.updated_at)}
      </Typography>
    </>
  );
}
