import { Stack } from '@mui/material';
import {
  type Account,
  accountSchema,
  billingDetailsSchema,
  changePasswordFormSchema,
  paths,
  profileSchema,
  type SessionUser,
} from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { NewPasswordFields, PasswordField, UsernameForManagers } from '../../shared/form/PasswordField.tsx';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { type Command, useCommand } from '../../shared/http/useCommand.ts';
import { userKey, useUser } from '../../shared/session/session.ts';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';

/** The eight profile fields (S2-2, S2-5). */
export function CompanyProfile({ user }: { readonly user: SessionUser }) {
  const { name, email, company, phone, address, city, state, zip } = user;
  const form = useZodForm(profileSchema, {
    name,
    email,
    company,
    phone: formatPhone(phone),
    address,
    city,
    state,
    zip,
  });
  const save = useSetting({
    method: 'PATCH',
    path: paths.profile(user.id),
    done: { title: 'Profile Updated', description: 'Your profile has been saved.' },
    failed: { title: 'Update Failed', fallback: 'Failed to update profile' },
  });
  const text = { required: true };
  return (
    <Form form={form} label="Company profile" call={save} keepAs="Company profile">
      <Stack spacing={2.5}>
        <FieldGrid>
          <Field {...text} name="name" label="Full name" autoComplete="name" />
          <Field {...text} name="email" label="Email" type="email" autoComplete="email" />
          <Field {...text} name="company" label="Company" autoComplete="organization" />
          <Field {...text} name="phone" label="Phone" type="tel" autoComplete="tel" />
        </FieldGrid>
        <Field {...text} name="address" label="Address" autoComplete="address-line1" />
        <FieldGrid columns="2fr 1fr 1fr">
          <Field {...text} name="city" label="City" autoComplete="address-level2" />
          <Field {...text} name="state" label="State" autoComplete="address-level1" />
          <Field {...text} name="zip" label="ZIP code" autoComplete="postal-code" />
        </FieldGrid>
        <SubmitButton busy={save.isPending} busyLabel="Updating..." sx={{ alignSelf: 'flex-start' }}>
          Save Changes
        </SubmitButton>
      </Stack>
    </Form>
  );
}

/** Current, new and confirmed password (S2-2, S2-5). */
export function PasswordChange() {
  const { username } = useUser();
  const form = useZodForm(changePasswordFormSchema, {
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
  });
  const save = useSetting({
    method: 'POST',
    path: paths.changePassword,
    done: { title: 'Password Changed', description: 'Your new password is set.' },
    failed: { title: 'Password Change Failed', fallback: 'Failed to change password' },
    onDone: () => form.reset(),
  });
  return (
    <Form
      form={form}
      label="Change password"
      call={{
        isPending: save.isPending,
        mutate: ({ currentPassword, newPassword }, options) =>
          save.mutate({ currentPassword, newPassword }, options),
      }}
    >
      <Stack spacing={2.5} sx={{ maxWidth: 420 }}>
        <UsernameForManagers username={username} />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        <NewPasswordFields name="newPassword" label="New password" />
        <SubmitButton busy={save.isPending} busyLabel="Changing..." sx={{ alignSelf: 'flex-start' }}>
          Change Password
        </SubmitButton>
      </Stack>
    </Form>
  );
}

/** What the company's invoices say and who gets them beside its users. */
export function BillingDetails({ accountId }: { readonly accountId: string }) {
  const company = useQuery(readQuery(paths.account(accountId), accountSchema));
  return (
    <Loaded query={company} problem="Your billing details could not be read.">
      {(read) => <BillingForm company={read} />}
    </Loaded>
  );
}

function BillingForm({ company }: { readonly company: Account }) {
  const { billing_contact, invoice_emails, po_number } = company;
  const form = useZodForm(billingDetailsSchema, { billing_contact, invoice_emails, po_number });
  const path = paths.account(company.id);
  const save = useCommand<object>({
    send: (body) => request('PATCH', path, body),
    refresh: (client) => client.invalidateQueries({ queryKey: [path] }),
    done: { title: 'Billing Updated', description: 'Your billing details have been saved.' },
    failed: { title: 'Update Failed', fallback: 'Failed to update billing details' },
  });
  return (
    <Form form={form} label="Billing" call={save} keepAs="Billing details">
      <Stack spacing={2.5}>
        <FieldGrid>
          <Field name="billing_contact" label="Billing contact" hint="The name on your invoices." />
          <Field name="po_number" label="PO number" hint="Printed on invoices from now on." />
        </FieldGrid>
        <Field
          name="invoice_emails"
          label="Further invoice recipients"
          hint="Up to five email addresses, separated by commas. They get all emails about invoices."
        />
        <SubmitButton busy={save.isPending} busyLabel="Updating..." sx={{ alignSelf: 'flex-start' }}>
          Save Billing Details
        </SubmitButton>
      </Stack>
    </Form>
  );
}

interface Setting extends Omit<Command<object>, 'send' | 'refresh'> {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
}

/** Saves a setting; the user is read again before it is done. */
export const useSetting = ({ method, path, ...command }: Setting) =>
  useCommand<object>({
    ...command,
    send: (body) => request(method, path, body),
    refresh: (client) => client.invalidateQueries({ queryKey: userKey }),
  });
