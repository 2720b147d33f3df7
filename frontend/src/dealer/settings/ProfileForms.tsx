import { Stack } from '@mui/material';
import { changePasswordFormSchema, paths, profileSchema, type SessionUser } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { PasswordField, UsernameForManagers } from '../../shared/form/PasswordField.tsx';
import { useUser } from '../../shared/session/session.ts';
import { useSetting } from './useSetting.ts';

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
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <SubmitButton busy={save.isPending} busyLabel="Changing..." sx={{ alignSelf: 'flex-start' }}>
          Change Password
        </SubmitButton>
      </Stack>
    </Form>
  );
}
