import { type AddUserForm, addUserSchema, paths } from '@portal/contract';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { PasswordField } from '../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { useSend } from '../kit/useSend.ts';
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

/** Add User (S2-2-admin): joins the chosen account, else opens one (rule D11). */
export default function AddUserDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(addUserSchema, BLANK);
  const { busy, send } = useSend(form, {
    done: 'User created',
    failed: 'Failed to create user.',
    close: onClose,
  });
  const submit = form.handleSubmit((data) => send(() => request('POST', paths.admin.users, data)));
  return (
    <FormDialog
      title="Add User"
      onClose={onClose}
      form={form}
      busy={busy}
      submitLabel="Create User"
      busyLabel="Creating..."
      onSubmit={submit}
    >
      <SignInFields form={form} />
      <PasswordField
        form={form}
        name="password"
        label={USER_LABELS.password}
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <UserFields
        form={form}
        hints={{ account: 'Leave blank to create a new account.', dealerId: 'Blank for the next free one.' }}
      />
    </FormDialog>
  );
}
