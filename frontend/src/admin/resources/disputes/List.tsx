import type { Dispute } from '@portal/contract';
import { dollarsText, showDate } from '../../../shared/text.ts';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import type { Filter } from '../../ui/StatusTabs.tsx';
import { Company, disputeFields } from './fields.tsx';

const TABS = {
  label: 'Questions by status',
  source: 'status',
  tabs: [
    { label: 'Open', value: 'open' },
    { label: 'Closed', value: 'closed' },
  ],
};

const isClosed = (filter: Filter) => filter.status === 'closed';

/** Charges that dealers question, the open ones first. */
export default function DisputeList() {
  return (
    <List<Dispute>
      title="Questions"
      lead="Questions from dealers about charges."
      sort={{ field: 'updated_at', order: 'DESC' }}
      filterDefaultValues={{ status: 'open' }}
      fields={disputeFields}
      file="questions"
      tabs={TABS}
      filters={
        <SearchInput source="q" label="Search questions" placeholder="Invoice, company, charge or text" />
      }
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
          </>
        )}
      />
    </List>
  );
}
