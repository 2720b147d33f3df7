import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import { approvalDecider } from './approval.ts';
import type { ApprovalEvent } from './events.ts';

const data = {
  approvalId: 'p1',
  kind: 'refund',
  cents: 60_000,
  about: 'invoice-a1_2026-12',
  accountId: 'a1',
  requestedBy: 'jo',
  reason: 'Paid twice',
  route: 'POST /api/admin/invoices/:id/refund',
  params: { id: 'a1_2026-12' },
  query: {},
  body: '{"amount":"600"}',
  plainBody: null,
} as const;
const ids = { approvalId: 'p1' };
const asked: ApprovalEvent = { type: 'ApprovalRequested', data };
const approved: ApprovalEvent = { type: 'ApprovalGiven', data: { ...ids, userId: 'al' } };
const declined: ApprovalEvent = {
  type: 'ApprovalDeclined',
  data: { ...ids, userId: 'al', reason: 'Not ours' },
};
const withdrawn: ApprovalEvent = { type: 'ApprovalWithdrawn', data: { ...ids, userId: 'jo' } };
const done: ApprovalEvent = { type: 'ApprovalCarriedOut', data: ids };
const approval = (...history: ApprovalEvent[]) => given(approvalDecider, asked, ...history);
const approve = (userId: string) => ({ type: 'Approve', userId }) as const;
const decline = (userId: string, reason = 'Not ours') => ({ type: 'Decline', userId, reason }) as const;
const withdraw = (userId: string) => ({ type: 'Withdraw', userId }) as const;

// Proves I40-approvals
describe('an approval', () => {
  it('is asked for once', () => {
    given(approvalDecider)
      .when({ type: 'RequestApproval', ...data })
      .thenEvents(asked);
    approval()
      .when({ type: 'RequestApproval', ...data })
      .thenNothing();
    given(approvalDecider).when(approve('al')).thenRefused('not_found', 'Approval not found');
  });
  it('is decided by somebody else', () => {
    const own = 'You asked for this yourself. Somebody else has to decide.';
    approval().when(approve('jo')).thenRefused('forbidden', own);
    approval().when(decline('jo')).thenRefused('forbidden', own);
    approval(approved).when(approve('jo')).thenRefused('forbidden', own);
    approval().when(approve('al')).thenEvents(approved);
    approval().when(decline('al')).thenEvents(declined);
    approval().when(decline('al', ' ')).thenRefused('unprocessable', 'Please give a reason', 'reason');
  });
  it('is decided once', () => {
    approval(approved).when(approve('al')).thenNothing();
    approval(approved).when(approve('bo')).thenNothing();
    approval(approved).when(decline('al')).thenRefused('conflict', 'This was approved already.');
    approval(declined).when(approve('al')).thenRefused('conflict', 'This was declined already.');
    approval(approved, done)
      .when(approve('al'))
      .thenRefused('conflict', 'This was approved and carried out already.');
  });
  it('is withdrawn by who asked, while nobody has decided', () => {
    approval().when(withdraw('jo')).thenEvents(withdrawn);
    approval(withdrawn).when(withdraw('jo')).thenNothing();
    approval().when(withdraw('al')).thenRefused('forbidden', 'Only who asked may withdraw this.');
    approval(approved).when(withdraw('jo')).thenRefused('conflict', 'This was approved already.');
    approval(withdrawn).when(approve('al')).thenRefused('conflict', 'This was withdrawn.');
  });
  it('is carried out once it is approved, or fails', () => {
    const carryOut = (refusal: string | null) => ({ type: 'CarryOut', refusal }) as const;
    approval().when(carryOut(null)).thenNothing();
    approval(approved).when(carryOut(null)).thenEvents(done);
    approval(approved, done).when(carryOut('Paid')).thenNothing();
    approval(approved)
      .when(carryOut('Paid'))
      .thenEvents({ type: 'ApprovalFailed', data: { ...ids, message: 'Paid' } });
  });
});
