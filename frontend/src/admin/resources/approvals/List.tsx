import type { Approval } from '@portal/contract';
import { dollarsText, momentText } from '../../../shared/text.ts';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { ApprovalActions } from './actions.tsx';
import { approvalFields } from './fields.tsx';

const TABS = {
  label: 'Approvals by status',
  source: 'status',
  tabs: [
    { label: 'Waiting', value: 'waiting' },
    { label: 'Done', value: 'done' },
    { label: 'Declined', value: 'declined' },
    { label: 'All' },
  ],
} as const;

/** Changes that wait for a second member of staff, the oldest first. */
export default function ApprovalList() {
  return (
    <List
      resource="approvals"
      title="Approvals"
      lead="Changes above the limit in the settings. A second person approves or declines each of them."
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={{ status: 'waiting' }}
      fields={approvalFields}
      file="approvals"
      tabs={TABS}
      filters={<SearchInput label="Search approvals" placeholder="Company, kind or reason" />}
    >
      <DataTable<Approval>
        label="Approvals"
        empty={({ status }) => (status === 'waiting' ? 'Nothing waits for approval' : 'No approvals found')}
        actions={(approval, look) => <ApprovalActions approval={approval} {...look} />}
        cardAside="status"
        card={(approval) => (
          <>
            <CardText>{approval.company_name ?? 'No company'}</CardText>
            <CardText>
              {approval.amount !== null && `${dollarsText(approval.amount)}, `}
              {approval.requested_by_name}, {momentText(approval.created_at)}
            </CardText>
          </>
        )}
      />
    </List>
  );
}
