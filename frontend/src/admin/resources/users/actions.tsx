import BlockIcon from '@mui/icons-material/BlockOutlined';
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import EraseIcon from '@mui/icons-material/DeleteForeverOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import LockResetIcon from '@mui/icons-material/LockResetOutlined';
import { Typography } from '@mui/material';
import type { AdminUser, Site, TimelineEntry } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { counted, dollarsText } from '../../../shared/text.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { ActionButton, type ActionVariant, EditButton } from '../../kit/ActionButton.tsx';
import type { Action, ActionEffectProps, BulkAction } from '../../kit/ActionDialog.tsx';
import { EditUserDialog } from './dialogs.tsx';
import type { DeletedUser } from './Erasure.tsx';
import { EraseChoice, EraseDeleted } from './Erasure.tsx';

/** The pending sites of the users' companies, which stay pending; nothing where there is none. */
function PendingSites({ ids }: Pick<ActionEffectProps, 'ids'>) {
  const portal = usePortal();
  const { data } = useQuery({
    queryKey: ['approvals', 'users', ids],
    queryFn: async () => {
      const users = await portal.getMany<AdminUser>('users', { ids: ids.map(String) });
      const account_id = [...new Set(users.data.flatMap(({ account_id: id }) => id ?? []))];
      if (account_id.length === 0) return null;
      const sites = await portal.getList<Site>('sites', {
        filter: { account_id, status: 'pending' },
        sort: { field: 'id', order: 'ASC' },
        pagination: { page: 1, perPage: 1_000 },
      });
      return sites.data.length === 0 ? null : portal.previewApprovals(sites.data.map(({ id }) => id));
    },
    gcTime: 0,
  });
  if (!data) return null;
  return (
    <Typography role="status" sx={{ fontWeight: 600, mb: 1 }}>
      {counted(data.sites, 'pending site')} with {counted(data.readers, 'reader')}:{' '}
      {dollarsText(data.added_monthly)} more a month once approved.
    </Typography>
  );
}

const FAILED = 'Failed to update user approval status.';

export const approveUser: BulkAction<AdminUser> = {
  resource: 'users',
  name: 'approve',
  label: 'Approve',
  icon: CheckIcon,
  question: (user) => `Approve ${user.company || user.name}?`,
  bulkQuestion: (count) => `Approve ${counted(count, 'user')}?`,
  effect: PendingSites,
  consequences: [
    'The dealer can sign in and order sites immediately.',
    'The next free dealer ID is assigned if there is none yet.',
  ],
  done: 'User Approved',
  failed: FAILED,
  run: (portal, id) => portal.approveUser(id),
};

/** Disapproval stops signing in, nothing else (rule D4). */
const disapproveUser: Action<AdminUser> = {
  resource: 'users',
  name: 'disapprove',
  label: 'Disapprove',
  icon: BlockIcon,
  destructive: true,
  question: (user) => `Disapprove ${user.company || user.name}?`,
  consequences: [
    'The user is signed out and can no longer sign in.',
    'Sites and billing continue.',
    'The dealer ID is kept; you can approve the user again at any time.',
  ],
  why: 'Recorded in the history.',
  done: 'User Disapproved',
  failed: FAILED,
  run: (portal, id, meta) => portal.disapproveUser(id, meta),
};

/** For users who lost authenticator app and recovery codes. */
export const resetSecondFactor: Action<AdminUser> = {
  resource: 'users',
  name: 'resetSecondFactor',
  label: 'Reset two-step verification',
  icon: LockResetIcon,
  destructive: true,
  question: (user) => `Reset two-step verification of ${user.username}?`,
  consequences: [
    'From now on the password alone is enough to sign in. Verify the identity of the person first.',
    'The user is signed out everywhere and notified by email.',
  ],
  why: 'Recorded in the history.',
  whyNeeded: true,
  done: 'Two-step verification reset',
  failed: 'Failed to reset two-step verification.',
  run: (portal, id, meta) => portal.resetSecondFactor(id, meta),
};

/** Confirm Delete User (S2-2-admin); what follows is settled in rule D4. */
const deleteUser: Action<AdminUser> = {
  resource: 'users',
  name: 'delete',
  label: 'Delete',
  icon: DeleteIcon,
  destructive: true,
  question: () => 'Confirm Delete User',
  facts: (user) => [
    { label: 'Username', value: user.username },
    { label: 'Email', value: user.email },
    { label: 'Company', value: user.company || 'N/A' },
  ],
  consequences: [
    'The user is signed out and can never sign in again.',
    "Sites pass to the company's next user, or become inactive if there is none.",
    'Invoices stay.',
  ],
  why: 'Recorded in the history.',
  done: 'User deleted',
  failed: 'Failed to delete user.',
  choice: EraseChoice,
  doneText: ({ erased }) => (erased === true ? 'The personal data is erased.' : undefined),
  run: async (portal, id, { erase, reason, ...choices }) => {
    if (erase === true) return { ...(await portal.eraseUser(id, choices, { reason })), erased: true };
    await portal.delete('users', { id, meta: { reason } });
    return {};
  },
};

/** For users deleted earlier without erasure. */
const eraseDeletedUser: Action<DeletedUser> = {
  resource: 'users',
  name: 'erase',
  label: 'Erase personal data',
  icon: EraseIcon,
  destructive: true,
  question: () => 'Erase personal data',
  consequences: ['The user is already deleted; this erases the remaining personal data.'],
  why: 'Recorded in the history.',
  done: 'Personal data erased',
  failed: 'Failed to erase the personal data.',
  choice: EraseDeleted,
  run: (portal, id, { erase: _, reason, ...choices }) => portal.eraseUser(id, choices, { reason }),
};

interface UserActionsProps {
  readonly user: AdminUser;
  /** Of Approve. */
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the page of a deleted user. */
  readonly leave?: () => void;
}

/** The actions on a user. */
export const UserActions = ({ user, variant = 'text', others = 'icon', leave }: UserActionsProps) => (
  <>
    <ActionButton action={approveUser} record={user} variant={variant} />
    <ActionButton action={disapproveUser} record={user} variant={others} />
    <EditButton resource="users" variant={others} record={user} dialog={EditUserDialog} />
    <ActionButton action={deleteUser} record={user} variant={others} leave={leave} />
  </>
);

interface EraseDeletedButtonProps {
  readonly id: string;
  /** The user's own timeline. */
  readonly entries: readonly TimelineEntry[];
}

/** Erases a deleted user's remaining personal data; such a user has no page but the timeline. */
export function EraseDeletedButton({ id, entries }: EraseDeletedButtonProps) {
  const happened = (type: string) => entries.some((entry) => entry.type === type);
  if (!happened('UserDeleted') || happened('PersonalDataErased')) return null;
  return <ActionButton action={eraseDeletedUser} record={{ id, name: 'deleted user' }} variant="outlined" />;
}
