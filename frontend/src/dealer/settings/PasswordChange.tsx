import Stack from '@mui/material/Stack';
import { changePasswordFormSchema, paths } from '@portal/contract';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { PasswordField, UsernameForManagers } from '../../shared/form/PasswordField.tsx';
import { useUser } from '../../shared/session/session.ts';
import { useSetting } from './useSetting.ts';

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
