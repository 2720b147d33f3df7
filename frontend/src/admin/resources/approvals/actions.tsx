import ApproveIcon from '@mui/icons-material/CheckCircleOutlined';
import DeclineIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import WithdrawIcon from '@mui/icons-material/UndoOutlined';
import type { Approval } from '@portal/contract';
import { ActionButton, type ActionVariant } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { whatOf } from '../../records/WaitingApprovals.tsx';

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
export function ApprovalActions({ approval, variant = 'text', others = 'icon' }: ApprovalActionsProps) {
  return (
    <>
      <ActionButton action={approve} record={approval} variant={variant} />
      <ActionButton action={decline} record={approval} variant={others} />
      <ActionButton action={withdraw} record={approval} variant={others} />
    </>
  );
}
