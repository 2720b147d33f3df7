import { csvAmount, type Dispute } from '@portal/contract';
import { dollarsText, showDate } from '../../shared/text.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { dateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { DisputeStanding, standingOf } from '../records/states.tsx';

const disputeColumns: readonly ColumnProps<Dispute>[] = [
  { source: 'invoice_number', label: 'Invoice', unbroken: true },
  { source: 'company_name', label: 'Company', render: (dispute) => <Company dispute={dispute} /> },
  { source: 'line_name', label: 'Charge', sortable: false },
  { source: 'amount', label: 'Amount', numeric: true, render: (dispute) => dollarsText(dispute.amount) },
  { source: 'status', label: 'Status', render: (dispute) => <DisputeStanding dispute={dispute} /> },
  dateColumn('updated_at', 'Latest'),
];

const csvColumns: readonly CsvColumn<Dispute>[] = [
  { label: 'Invoice', value: (dispute) => dispute.invoice_number },
  { label: 'Company', value: (dispute) => dispute.company_name ?? '' },
  { label: 'Charge', value: (dispute) => dispute.line_name },
  { label: 'Amount', value: (dispute) => csvAmount(dispute.amount) },
  { label: 'Status', value: standingOf },
  { label: 'Asked', value: (dispute) => showDate(dispute.opened_at) },
];

const isClosed = (filter: Readonly<Record<string, unknown>>) => filter.status === 'closed';

function Company({ dispute }: { readonly dispute: Dispute }) {
  if (dispute.company_name === null) return 'N/A';
  return (
    <RecordLink resource="companies" id={dispute.account_id}>
      {dispute.company_name}
    </RecordLink>
  );
}

/** Charges that dealers question, the open ones first. */
export default function DisputeList() {
  return (
    <AdminList<Dispute>
      title="Questions"
      lead="Questions from dealers about charges."
      sort={{ field: 'updated_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      columns={disputeColumns}
      csvColumns={csvColumns}
      file="questions"
      tabs={{
        label: 'Questions by status',
        field: 'status',
        tabs: [
          { label: 'Open', value: 'open' },
          { label: 'Closed', value: 'closed' },
        ],
      }}
      search={{ label: 'Search questions', hint: 'Invoice, company, charge or text' }}
      label={(filter) => (isClosed(filter) ? 'Closed questions' : 'Open questions')}
      empty={(filter) => (isClosed(filter) ? 'No closed questions found' : 'No open questions found')}
      cardAside={(dispute) => <DisputeStanding dispute={dispute} />}
      card={(dispute) => (
        <>
          <Company dispute={dispute} />
          <CardText>
            {dispute.line_name}, {dollarsText(dispute.amount)}, {showDate(dispute.updated_at)}
          </CardText>
        </>
      )}
    />
  );
}
