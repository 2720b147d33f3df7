import { type AdminUser, type EditUserForm, editUserSchema, paths } from '@portal/contract';
import type { ReactNode } from 'react';
import { Field } from '../../../shared/form/Field.tsx';
import { showPlain } from '../../../shared/ui/ConflictNotice.tsx';
import { EditDialog, type EditProps } from '../../kit/EditDialog.tsx';
import { CompanyName } from '../../records/links.tsx';
import { SignInFields, USER_LABELS, UserFields } from './UserFields.tsx';

/** Edit User (S2-5). */
export default function EditUserDialog({ id, onClose }: EditProps) {
  return (
    <EditDialog
      path={paths.admin.user(id)}
      title="Edit User"
      onClose={onClose}
      schema={() => editUserSchema}
      toForm={toForm}
      done="User updated"
      failed="Failed to update user."
      labels={USER_LABELS}
      show={showValue}
    >
      {() => (
        <>
          <SignInFields />
          <Field
            name="password"
            label={USER_LABELS.password}
            type="password"
            autoComplete="new-password"
            hint="Leave empty to keep the current password."
          />
          <UserFields
            hints={{
              account: 'The company whose sites and invoices the user sees.',
              dealerId: 'KS and 4 digits.',
            }}
          />
        </>
      )}
    </EditDialog>
  );
}

function toForm(user: AdminUser): EditUserForm {
  return {
    username: user.username,
    email: user.email,
    password: '',
    name: user.name,
    company: user.company,
    dealer_id: user.dealer_id ?? '',
    account_id: user.account_id ?? '',
    phone: user.phone,
    address: user.address,
    city: user.city,
    state: user.state,
    zip: user.zip,
    is_admin: user.is_admin,
    reason: '',
  };
}

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'password') return value ? 'a new password' : 'the password';
  if (field === 'account_id')
    return <CompanyName id={typeof value === 'string' && value !== '' ? value : null} />;
  return showPlain(field, value);
}
