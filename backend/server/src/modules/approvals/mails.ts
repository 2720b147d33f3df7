import { mayStaff, permissionToDecide } from '@portal/contract';
import { approvalDecider, approvalStream } from '@portal/domain';
import { APPROVAL_KINDS, formatDollars } from '@portal/domain/values';
import { usersByIds } from '@portal/projections';
import { button, factTable, type Letter } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

/** Mails who may decide about a change, then who asked for it, regardless of flags. */
export const mailAboutApproval = notification({
  name: 'mailAboutApproval',
  types: ['ApprovalRequested', 'ApprovalDeclined', 'ApprovalCarriedOut', 'ApprovalFailed'],
  async write({ event, metadata }, ports) {
    const { approvalId } = event.data;
    const approval = await ports.load(approvalStream(approvalId), approvalDecider);
    if (approval.status === 'none') throw new Error(`Approval ${approvalId} is not in the log`);
    const { kind, cents, accountId, requestedBy, reason } = approval;
    const staff = await ports.administrators();
    const asker = staff.find(({ id }) => id === requestedBy);
    const what = cents === null ? APPROVAL_KINDS[kind] : `${APPROVAL_KINDS[kind]} of ${formatDollars(cents)}`;
    const facts = factTable(
      ...(accountId === null ? [] : [['Company', await companyNameOf(ports, accountId)] as const]),
      ['Asked for by', asker?.name || 'A colleague'],
      ...(reason === null ? [] : [['Reason', reason] as const]),
    );
    const open = button('Open', ports.page(`/admin-dashboard/approvals/${approvalId}/show`));
    const letter = (subject: string, ...blocks: Letter['blocks']): Letter => ({
      subject,
      preheader: `${what}.`,
      title: subject,
      blocks: [...blocks, facts, open],
    });
    if (event.type === 'ApprovalRequested') {
      const ids = staff.flatMap(({ id }) => (id === null || id === requestedBy ? [] : [id]));
      const users = await usersByIds(ports.db, ids, ports.billingDay(metadata.recordedAt));
      const may = new Set(
        users.filter((user) => mayStaff(user.staff_role, permissionToDecide(kind))).map(({ id }) => id),
      );
      const recipients = staff.filter(({ id }) => id !== null && may.has(id));
      return replies('approvalRequested', recipients, null, letter(`${what} waits for approval`));
    }
    const recipients = asker === undefined ? [] : [asker];
    switch (event.type) {
      case 'ApprovalDeclined':
        return replies(
          'approvalDeclined',
          recipients,
          null,
          letter(`${what} was declined`, event.data.reason),
        );
      case 'ApprovalCarriedOut':
        return replies('approvalCarriedOut', recipients, null, letter(`${what} was approved and done`));
      case 'ApprovalFailed':
        return replies(
          'approvalFailed',
          recipients,
          null,
          letter(`${what} could not be done`, event.data.message),
        );
    }
  },
});
