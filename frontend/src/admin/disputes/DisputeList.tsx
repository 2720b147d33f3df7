import { Typography } from '@mui/material';
import type { Dispute } from '@portal/contract';
import { useListContext } from 'react-admin';
import { showDate, showDollars } from '../format.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
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
  const { filterValues } = useListContext<Dispute>();
  const closed = filterValues.status === 'closed';
  return (
    <RecordTable<Dispute>
      label={closed ? 'Closed questions' : 'Open questions'}
      columns={disputeColumns}
      empty={closed ? 'No closed questions found' : 'No open questions found'}
      bulkActions={<ExportSelected columns={disputeCsvColumns} filename="questions.csv" />}
      card={(dispute) => <DisputeCard dispute={dispute} />}
    />
  );
}

function DisputeCard({ dispute }: { readonly dispute: Dispute }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="disputes" id={dispute.id}>
          {dispute.invoice_number}
        </RecordLink>
        <DisputeStanding dispute={dispute} />
      </CardHead>
      <Typography variant="body2">{dispute.company_name ?? 'N/A'}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {dispute.line_name}, {showDollars(dispute.amount)}, {showDate(dispute.updated_at)}
      </Typography>
    </>
  );
}
