import { conflict, type Decider, forbidden, notFound } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';
import type { ApprovalStatus } from '../values/approvals.ts';
import type { ApprovalEvent } from './events.ts';

export type ApprovalCommand =
  | ({ readonly type: 'RequestApproval' } & FieldsOf<ApprovalEvent, 'ApprovalRequested'>)
  | { readonly type: 'Approve'; readonly userId: string }
  | { readonly type: 'Decline'; readonly userId: string; readonly reason: string }
  | { readonly type: 'Withdraw'; readonly userId: string }
  /** `refusal`: what the portal said; null where the change was made. */
  | { readonly type: 'CarryOut'; readonly refusal: string | null };

export interface AskedApproval extends FieldsOf<ApprovalEvent, 'ApprovalRequested'> {
  readonly status: ApprovalStatus;
  /** Who approved it. */
  readonly approvedBy: string | null;
}

export type ApprovalState = { readonly status: 'none' } | AskedApproval;

const ENDED: Readonly<Partial<Record<ApprovalStatus, string>>> = {
  approved: 'This was approved already.',
  done: 'This was approved and carried out already.',
  failed: 'This was approved, but could not be carried out. Please ask again.',
  declined: 'This was declined already.',
  withdrawn: 'This was withdrawn.',
};

function decide(command: ApprovalCommand, state: ApprovalState): readonly ApprovalEvent[] {
  if (command.type === 'RequestApproval') {
    const { type: _type, ...data } = command;
    return state.status === 'none' ? [{ type: 'ApprovalRequested', data }] : [];
  }
  if (state.status === 'none') throw notFound('Approval not found');
  const { approvalId, status, requestedBy } = state;
  const isOwn = 'userId' in command && command.userId === requestedBy;
  if (command.type === 'CarryOut') {
    if (status !== 'approved') return [];
    const { refusal: message } = command;
    return message === null
      ? [{ type: 'ApprovalCarriedOut', data: { approvalId } }]
      : [{ type: 'ApprovalFailed', data: { approvalId, message } }];
  }
  const { userId } = command;
  if (command.type === 'Withdraw') {
    if (!isOwn) throw forbidden('Only who asked may withdraw this.');
    if (status === 'withdrawn') return [];
  } else if (isOwn) throw forbidden('You asked for this yourself. Somebody else has to decide.');
  // carries on with what was interrupted
  if (command.type === 'Approve' && status === 'approved') return [];
  if (status !== 'waiting') throw conflict(ENDED[status] ?? '');
  switch (command.type) {
    case 'Approve':
      return [{ type: 'ApprovalGiven', data: { approvalId, userId } }];
    case 'Decline':
      return [
        { type: 'ApprovalDeclined', data: { approvalId, userId, reason: neededReason(command.reason) } },
      ];
    case 'Withdraw':
      return [{ type: 'ApprovalWithdrawn', data: { approvalId, userId } }];
  }
}

const STATUS_AFTER = {
  ApprovalGiven: 'approved',
  ApprovalDeclined: 'declined',
  ApprovalWithdrawn: 'withdrawn',
  ApprovalCarriedOut: 'done',
  ApprovalFailed: 'failed',
} as const satisfies Partial<Record<ApprovalEvent['type'], ApprovalStatus>>;

function evolve(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  if (event.type === 'ApprovalRequested') return { ...event.data, status: 'waiting', approvedBy: null };
  if (state.status === 'none') return state;
  const approvedBy = event.type === 'ApprovalGiven' ? event.data.userId : state.approvedBy;
  return { ...state, status: STATUS_AFTER[event.type], approvedBy };
}

/** A change that a second member of staff decides about: never the one who asked for it. */
export const approvalDecider: Decider<ApprovalState, ApprovalCommand, ApprovalEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
