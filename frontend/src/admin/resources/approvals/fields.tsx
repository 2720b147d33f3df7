import type { Approval } from '@portal/contract';
import { APPROVAL_KINDS } from '@portal/domain/values';
import { dollarsText, NONE } from '../../../shared/text.ts';
import { StatusBadge, type Tone } from '../../../shared/ui/StatusBadge.tsx';
import { CompanyName, KINDS, RecordLink } from '../../records/links.tsx';
import type { Fields } from '../../ui/fields.tsx';

const LOOK: Readonly<Record<Approval['status'], readonly [Tone, string]>> = {
  waiting: ['warning', 'Waiting'],
  approved: ['warning', 'Being done'],
  done: ['success', 'Done'],
  failed: ['error', 'Failed'],
  declined: ['neutral', 'Declined'],
  withdrawn: ['neutral', 'Withdrawn'],
};

export function ApprovalStatus({ approval }: { readonly approval: Approval }) {
  const [tone, label] = LOOK[approval.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The record that it changes, as a link where it has a page. */
export function AboutRecord({ approval }: { readonly approval: Approval }) {
  const { about, about_id: id, about_name: name } = approval;
  const kind = KINDS[about as keyof typeof KINDS];
  if (kind === undefined) return NONE;
  return (
    <RecordLink resource={kind.resource} id={id}>
      {name ?? kind.label}
    </RecordLink>
  );
}

export const approvalFields: Fields<Approval> = {
  kind: {
    label: 'What',
    unbroken: true,
    render: (approval) => APPROVAL_KINDS[approval.kind],
    csv: (approval) => APPROVAL_KINDS[approval.kind],
  },
  amount: {
    label: 'Amount',
    type: 'amount',
    render: ({ amount }) => (amount === null ? NONE : dollarsText(amount)),
  },
  company_name: {
    label: 'Company',
    render: ({ account_id }) => (account_id === null ? NONE : <CompanyName id={account_id} />),
  },
  about_name: { label: 'About', render: (approval) => <AboutRecord approval={approval} /> },
  requested_by_name: { label: 'Asked for by' },
  reason: { label: 'Reason' },
  status: {
    label: 'Status',
    render: (approval) => <ApprovalStatus approval={approval} />,
    csv: ({ status }) => LOOK[status][1],
  },
  created_at: { label: 'Asked', type: 'day' },
  decided_by_name: { label: 'Decided by', table: 'hidden' },
  decided_at: { label: 'Decided', table: 'hidden', type: 'moment' },
  remark: { label: 'Remark', table: false },
};
