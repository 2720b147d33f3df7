import { Typography } from '@mui/material';
import type { Dispute } from '@portal/contract';
import { useListContext } from 'react-admin';
import { dollarsText, showDate } from '../../shared/text.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { DisputeStanding, standingOf } from '../records/states.tsx';

/** The columns of the questioned charges; the first opens one. */
const disputeColumns: readonly ColumnProps<Dispute>[] = [
  {
    source: 'invoice_number',
    label: 'Invoice',
    unbroken: true,
    render: (dispute) => (
      <RecordLink resource="disputes" id={dispute.id}>
        {dispute.invoice_number}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (dispute) => dispute.company_name ?? 'N/A' },
  { source: 'line_name', label: 'Charge', sortable: false, render: (dispute) => dispute.line_name },
  { source: 'amount', label: 'Amount', unbroken: true, render: (dispute) => dollarsText(dispute.amount) },
  { source: 'status', label: 'Status', render: (dispute) => <DisputeStanding dispute={dispute} /> },
  {
    source: 'updated_at',
    label: 'Latest',
    unbroken: true,
    firstOrder: 'DESC',
    render: (dispute) => showDate(dispute.updated_at),
  },
];

const disputeCsvColumns: readonly CsvColumn<Dispute>[] = [
  { label: 'Invoice', value: (dispute) => dispute.invoice_number },
  { label: 'Company', value: (dispute) => dispute.company_name ?? '' },
  { label: 'Charge', value: (dispute) => dispute.line_name },
  { label: 'Amount', value: (dispute) => dollarsText(dispute.amount) },
  { label: 'Status', value: standingOf },
  { label: 'Asked', value: (dispute) => showDate(dispute.opened_at) },
];

/** Charges that dealers question, those that wait for an answer first. */
export default function DisputeList() {
  return (
    <AdminList
      title="Questions"
      lead="Questions from dealers about charges."
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
      search={<SearchField label="Search questions" hint="Invoice, company, charge or text" />}
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
        {dispute.line_name}, {dollarsText(dispute.amount)}, {showDate(dispute.updated_at)}
      </Typography>
    </>
  );
}
