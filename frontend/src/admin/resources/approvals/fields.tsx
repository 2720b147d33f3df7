import ApproveIcon from '@mui/icons-material/CheckCircleOutlined';
import DeclineIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import WithdrawIcon from '@mui/icons-material/UndoOutlined';
import type { Approval } from '@portal/contract';
import { APPROVAL_KINDS } from '@portal/domain/values';
import { dollarsText, NONE } from '../../../shared/text.ts';
import { ActionButton, type ActionVariant } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { CompanyName, KINDS, RecordLink } from '../../records/links.tsx';
import { type Look, LookBadge } from '../../records/states.tsx';
import { whatOf } from '../../records/waiting.tsx';
import type { Fields } from '../../ui/fields.tsx';

const LOOK: Readonly<Record<Approval['status'], Look>> = {
  waiting: ['warning', 'Waiting'],
  approved: ['warning', 'Being done'],
  done: ['success', 'Done'],
  failed: ['error', 'Failed'],
  declined: ['neutral', 'Declined'],
  withdrawn: ['neutral', 'Withdrawn'],
};

export const ApprovalStatus = ({ approval }: { readonly approval: Approval }) => (
  <LookBadge look={LOOK[approval.status]} />
);

/** The record that it changes, as a link where it has a page. */
export function AboutRecord({ approval }: { readonly approval: Approval }) {
  const { about, about_id: id, about_name: name } = approval;
  const kind = KINDS[about as keyof typeof KINDS];
  if (kind === undefined) return NONE;
  return <RecordLink resource={kind.resource} id={id} text={name ?? kind.label} />;
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

const factsOf = (approval: Approval) => [
  { label: 'Company', value: approval.company_name },
  { label: 'About', value: approval.about_name },
  { label: 'Asked for by', value: approval.requested_by_name },
  { label: 'Reason', value: approval.reason },
];

const approve: Action<Approval> = {
  resource: 'approvals',
  name: 'approve',
  label: 'Approve',
  icon: ApproveIcon,
  question: (approval) => `Approve the ${whatOf(approval).toLowerCase()}?`,
  facts: factsOf,
  consequences: ['It is done at once, in the name of who asked for it. Your approval is recorded with it.'],
  done: 'Approved and done',
  failed: 'Failed to approve.',
  run: (portal, id) => portal.approveRequest(id),
};

const decline: Action<Approval> = {
  resource: 'approvals',
  name: 'decline',
  label: 'Decline',
  icon: DeclineIcon,
  destructive: true,
  question: (approval) => `Decline the ${whatOf(approval).toLowerCase()}?`,
  facts: factsOf,
  consequences: ['Nothing is done. Who asked for it gets your reason by email.'],
  why: 'Sent to who asked for it.',
  whyNeeded: true,
  done: 'Declined',
  failed: 'Failed to decline.',
  run: (portal, id, { reason }) => portal.declineRequest(id, reason),
};

const withdraw: Action<Approval> = {
  resource: 'approvals',
  name: 'withdraw',
  label: 'Withdraw',
  icon: WithdrawIcon,
  destructive: true,
  question: (approval) => `Withdraw the ${whatOf(approval).toLowerCase()}?`,
  consequences: ['Nothing is done. You can ask again.'],
  done: 'Withdrawn',
  failed: 'Failed to withdraw.',
  run: (portal, id) => portal.withdrawRequest(id),
};

interface ApprovalActionsProps {
  readonly approval: Approval;
  readonly variant?: ActionVariant | undefined;
  readonly others?: ActionVariant | undefined;
}

/** Approve and Decline for others, Withdraw for who asked. */
export const ApprovalActions = ({ approval, variant = 'text', others = 'icon' }: ApprovalActionsProps) => (
  <>
    <ActionButton action={approve} record={approval} variant={variant} />
    <ActionButton action={decline} record={approval} variant={others} />
    <ActionButton action={withdraw} record={approval} variant={others} />
  </>
);
