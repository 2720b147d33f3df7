import type { Dispute } from '@portal/contract';
import { dollarsText, showDate } from '../../../shared/text.ts';
import { RecordLink } from '../../records/links.tsx';
import { DisputeStanding, standingOf } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, Cut, type Fields } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import type { Filter } from '../../ui/StatusTabs.tsx';

const isClosed = (filter: Filter) => filter.status === 'closed';

/** Charges that dealers question, the open ones first. */
export default function DisputeList() {
  return (
    <List
      resource="disputes"
      title="Questions"
      lead="Questions from dealers about charges."
      sort={{ field: 'updated_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      fields={disputeFields}
      file="questions"
      tabs={{ label: 'Questions by status', source: 'status', tabs: { Open: 'open', Closed: 'closed' } }}
      filters={<SearchInput label="Search questions" placeholder="Invoice, company, charge or text" />}
    >
      <DataTable<Dispute>
        label={(filter) => (isClosed(filter) ? 'Closed questions' : 'Open questions')}
        empty={(filter) => (isClosed(filter) ? 'No closed questions found' : 'No open questions found')}
        cardAside="status"
        card={(dispute) => (
          <>
            <Company dispute={dispute} />
            <CardText>
              {dispute.line_name}, {dollarsText(dispute.amount)}, {showDate(dispute.updated_at)}
            </CardText>
            <CardText>{questionOf(dispute)}</CardText>
          </>
        )}
      />
    </List>
  );
}

/** What the dealer asked at first. */
const questionOf = ({ messages: [first] }: Dispute) => first?.text || 'erased';

/** The company's name at the time, as a link. */
export function Company({ dispute }: { readonly dispute: Dispute }) {
  if (dispute.company_name === null) return 'N/A';
  return <RecordLink resource="companies" id={dispute.account_id} text={dispute.company_name} />;
}

const disputeFields: Fields<Dispute> = {
  invoice_number: { label: 'Invoice', unbroken: true },
  company_name: { label: 'Company', render: (dispute) => <Company dispute={dispute} /> },
  line_name: {
    label: 'Charge',
    unbroken: true,
    render: (dispute) => (
      <>
        <Cut>{dispute.line_name}</Cut>
        <Below>{questionOf(dispute)}</Below>
      </>
    ),
    csv: ({ line_name }) => line_name,
  },
  amount: { label: 'Amount', type: 'amount', sortByOrder: 'ASC' },
  status: {
    label: 'Status',
    unbroken: true,
    render: (dispute) => <DisputeStanding dispute={dispute} />,
    csv: standingOf,
  },
  opened_at: { label: 'Asked', table: false, type: 'day' },
  updated_at: { label: 'Latest', type: 'day', csv: false },
};
