import { Stack } from '@mui/material';
import { paths, resetPasswordFormSchema } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { PasswordField, UsernameForManagers } from '../../shared/form/PasswordField.tsx';
import { HttpError, messageOf, request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Done, RESET_FAILED } from './ForgotPassword.tsx';

const refusesToken = (error: unknown) =>
  error instanceof HttpError && error.errors.some(({ path }) => path === 'token');

interface SetNewPasswordProps {
  readonly token: string;
  /** Whose password it is; '' where that is not known. */
  readonly username: string;
  /** The server refused the token. */
  onDead(): void;
}

/** A new password and its confirmation, for the token of a reset link. */
export function SetNewPassword({ token, username, onDead }: SetNewPasswordProps) {
  const form = useZodForm(resetPasswordFormSchema, { newPassword: '', confirmPassword: '' });
  const reset = useMutation({
    mutationFn: (newPassword: string) =>
      request('POST', paths.resetPassword, { token, newPassword }, { unauthorized: 'own' }),
    onError: (error) => {
      if (refusesToken(error)) onDead();
    },
  });
  if (reset.isSuccess) {
    return (
      <Done
        title="Password reset successful"
        text="Your new password is set. Please log in with it."
        link={{ to: '/auth', label: 'Go to login' }}
      />
    );
  }
  return (
    <Form
      form={form}
      label="Set new password"
      call={{ isPending: reset.isPending, mutate: ({ newPassword }) => reset.mutate(newPassword) }}
    >
      <Stack spacing={2.5}>
        <UsernameForManagers username={username} />
        {reset.isError && <Notice tone="error">{messageOf(reset.error, RESET_FAILED)}</Notice>}
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <SubmitButton size="large" busy={reset.isPending} busyLabel="Saving...">
          Set new password
        </SubmitButton>
      </Stack>
    </Form>
  );
}
