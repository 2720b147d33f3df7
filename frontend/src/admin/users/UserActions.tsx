import type { AdminUser } from '@portal/contract';
import { type ActionVariant, EditButton, VerbButton } from '../kit/ActionButton.tsx';
import { EditUserDialog } from './dialogs.ts';
import { approveUser, deleteUser, disapproveUser } from './verbs.ts';

interface UserActionsProps {
  readonly user: AdminUser;
  /** How the verbs look; the first thing to do with a pending user stands out. */
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the user's own page once the user is gone. */
  readonly leave?: () => void;
}

/** All that can be done with a user now. */
export function UserActions({ user, variant = 'text', others = 'icon', leave }: UserActionsProps) {
  return (
    <>
      <VerbButton verb={approveUser} record={user} variant={variant} />
      <VerbButton verb={disapproveUser} record={user} variant={others} />
      <EditButton resource="users" variant={others} record={user} dialog={EditUserDialog} />
      <VerbButton verb={deleteUser} record={user} variant={others} leave={leave} />
    </>
  );
}
