import type { Approval } from '@portal/contract';
import { dollarsText, NONE, showDate } from '../../../shared/text.ts';
import { CompanyName } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, Cut, type Fields } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { AboutRecord, ApprovalActions, approvalFields } from './fields.tsx';

const TABS = {
  label: 'Approvals by status',
  source: 'status',
  tabs: { Waiting: 'waiting', Done: 'done', Declined: 'declined', All: {} },
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
      fields={listFields}
      file="approvals"
      tabs={TABS}
      filters={<SearchInput label="Search approvals" placeholder="Company, kind or reason" />}
    >
      <DataTable<Approval>
        label="Approvals"
        empty={({ status }) => (status === 'waiting' ? 'Nothing waits for approval' : 'No approvals found')}
        actions={(approval, { variant }) => (
          <ApprovalActions approval={approval} variant={variant} others={variant} />
        )}
        cardAside="status"
        card={(approval) => (
          <>
            <CardText>
              {approval.amount !== null && `${dollarsText(approval.amount)} · `}
              {approval.company_name ?? 'No company'}
            </CardText>
            <CardText>
              {[approval.about_name, approval.requested_by_name, showDate(approval.created_at)]
                .filter((part) => part !== null)
                .join(' · ')}
            </CardText>
            {approval.reason !== null && <CardText>{approval.reason}</CardText>}
          </>
        )}
      />
    </List>
  );
}

/** The record below its company, and who asked below the day: ten columns would cut the numbers of invoices. */
const listFields: Fields<Approval> = {
  ...approvalFields,
  company_name: {
    ...approvalFields.company_name,
    label: 'Company',
    unbroken: true,
    render: (approval) => (
      <>
        <Cut>{approval.account_id === null ? NONE : <CompanyName id={approval.account_id} />}</Cut>
        <Below>
          <AboutRecord approval={approval} />
        </Below>
      </>
    ),
  },
  about_name: { label: 'About', table: false },
  requested_by_name: { label: 'Asked for by', table: false },
  created_at: {
    label: 'Asked',
    type: 'day',
    render: ({ created_at, requested_by_name }) => (
      <>
        {showDate(created_at)}
        <Below>{requested_by_name}</Below>
      </>
    ),
  },
};
