import { DialogContentText } from '@mui/material';
import {
  type AddUserForm,
  type AdminUser,
  addUserSchema,
  dealerRoleSchema,
  type EditUserForm,
  editUserSchema,
  mayStaff,
  PERMISSIONS,
  type Permission,
  paths,
} from '@portal/contract';
import { STAFF_ROLES, type StaffRole } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { RoleField } from '../../../parts/team/RoleField.tsx';
import { CheckField, Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { showPlain } from '../../../shared/ui/ConflictNotice.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { Only } from '../../kit/access.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { EditDialog, type EditProps } from '../../kit/EditDialog.tsx';
import { CompanyField } from '../../records/companyChoice.tsx';
import { CompanyName } from '../../records/links.tsx';

interface UserFieldsProps {
  /** Below the Dealer ID and the account. */
  readonly hints: { readonly dealerId: string; readonly account: string };
}

const USER_LABELS = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  name: 'Name',
  company: 'Company',
  dealer_id: 'Dealer ID',
  account_id: 'Account',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  is_admin: 'Administrator',
  staff_role: 'Role',
} as const;

const at = (name: keyof typeof USER_LABELS) => ({ name, label: USER_LABELS[name] });

const SignInFields = () => (
  <FieldGrid>
    <Field {...at('username')} autoComplete="off" required />
    <Field {...at('email')} type="email" autoComplete="off" required />
  </FieldGrid>
);

/** The other fields of a user that Add User and Edit User share. */
const UserFields = ({ hints }: UserFieldsProps) => (
  <>
    <FieldGrid>
      <Field {...at('name')} required />
      <Field {...at('company')} required />
      <CompanyField {...at('account_id')} hint={hints.account} />
      <Field {...at('dealer_id')} hint={hints.dealerId} />
      <Field {...at('phone')} type="tel" />
      <Field {...at('address')} />
    </FieldGrid>
    <FieldGrid columns="2fr 1fr 1fr">
      <Field {...at('city')} />
      <Field {...at('state')} />
      <Field {...at('zip')} />
    </FieldGrid>
    <Only may="administrators">
      <StaffFields />
    </Only>
  </>
);

const ROLES = Object.entries(STAFF_ROLES).map(([value, label]) => ({ value, label }));

/** What a role may do, in sentences. */
const textOf = (role: StaffRole) =>
  (Object.keys(PERMISSIONS) as Permission[])
    .filter((permission) => mayStaff(role, permission))
    .map((permission) => `${PERMISSIONS[permission].text}.`)
    .join(' ');

/** Whether the user works in the administration, and as what. */
function StaffFields() {
  const [isStaff, role] = useWatch<AddUserForm, ['is_admin', 'staff_role']>({
    name: ['is_admin', 'staff_role'],
  });
  return (
    <>
      <CheckField {...at('is_admin')} />
      {isStaff && <Field {...at('staff_role')} options={ROLES} blank={null} hint={textOf(role ?? 'admin')} />}
    </>
  );
}

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
  staff_role: 'admin',
  account_id: '',
  dealer_id: '',
} satisfies AddUserForm;

interface AddUserDialogProps {
  /** The company that the user joins, chosen before. */
  readonly accountId?: string;
  readonly company?: string;
  readonly onClose: () => void;
}

/** Add User (S2-2-admin): joins the chosen account, else opens one (rule D11). */
export function AddUserDialog({ accountId = '', company = '', onClose }: AddUserDialogProps) {
  const portal = usePortal();
  const form = useZodForm(addUserSchema, { ...BLANK, account_id: accountId, company });
  return (
    <CommandDialog
      title="Add User"
      onClose={onClose}
      form={form}
      submitLabel="Create User"
      busyLabel="Creating..."
      keepAs="users"
      send={(data) => portal.create('users', { data })}
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
    </CommandDialog>
  );
}

/** Another role in the company, e.g. an owner for a company whose owner has left. */
export function DealerRoleDialog({
  user,
  onClose,
}: {
  readonly user: AdminUser;
  readonly onClose: () => void;
}) {
  const portal = usePortal();
  const form = useZodForm(dealerRoleSchema, { role: user.dealer_role ?? 'viewer', reason: '' });
  return (
    <CommandDialog
      title={`Role of ${user.name || user.username}`}
      onClose={onClose}
      form={form}
      submitLabel="Change role"
      busyLabel="Changing..."
      keepAs={`role ${user.id}`}
      send={(body) => portal.changeDealerRole(user.id, body)}
      done="Role changed"
      failed="Failed to change the role."
    >
      <DialogContentText>The person has to sign in again after a change.</DialogContentText>
      <RoleField />
      <Field name="reason" label="Reason (optional)" lines={1} hint="Recorded in the history." />
    </CommandDialog>
  );
}

/** Edit User (S2-5). */
export const EditUserDialog = ({ id, onClose }: EditProps) => (
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

const toForm = (user: AdminUser): EditUserForm => ({
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
  staff_role: user.staff_role ?? 'admin',
  reason: '',
});

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'password') return value ? 'a new password' : 'the password';
  if (field === 'account_id')
    return <CompanyName id={typeof value === 'string' && value !== '' ? value : null} />;
  return showPlain(field, value);
}
