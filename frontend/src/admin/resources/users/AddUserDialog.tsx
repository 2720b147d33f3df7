import { type AddUserForm, addUserSchema, paths } from '@portal/contract';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { PostDialog } from '../../kit/PostDialog.tsx';
import { SignInFields, USER_LABELS, UserFields } from './UserFields.tsx';

const BLANK = {
  username: '',
  email: '',
  password: '',
  name: '',
  company: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  is_admin: false,
  account_id: '',
  dealer_id: '',
} satisfies AddUserForm;

interface AddUserDialogProps {
  /** The company that the user joins, chosen before. */
  readonly accountId?: string;
  /** Its name. */
  readonly company?: string;
  readonly onClose: () => void;
}

/** Add User (S2-2-admin): joins the chosen account, else opens one (rule D11). */
export default function AddUserDialog({ accountId = '', company = '', onClose }: AddUserDialogProps) {
  const form = useZodForm(addUserSchema, { ...BLANK, account_id: accountId, company });
  return (
    <PostDialog
      title="Add User"
      onClose={onClose}
      form={form}
      submitLabel="Create User"
      busyLabel="Creating..."
      path={paths.admin.users}
      done="User created"
      failed="Failed to create user."
    >
      <SignInFields />
      <PasswordField
        name="password"
        label={USER_LABELS.password}
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <UserFields
        hints={{ account: 'Leave blank to create a new account.', dealerId: 'Blank for the next free one.' }}
      />
    </PostDialog>
  );
}
