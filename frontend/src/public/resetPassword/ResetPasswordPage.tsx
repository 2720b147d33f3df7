import { Stack } from '@mui/material';
import { MISSING_RESET_TOKEN, paths, resetLinkAnswerSchema, resetPasswordFormSchema } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { NewPasswordFields, UsernameForManagers } from '../../shared/form/PasswordField.tsx';
import { HttpError, messageOf, request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard, LinkSpinner, useMailedLink } from '../EntryCard.tsx';
import { Done, ForgotPassword, RESET_FAILED } from './ForgotPassword.tsx';

function DeadLink() {
  return (
    <>
      <Notice tone="error" sx={{ mb: 2.5 }}>
        {MISSING_RESET_TOKEN}
      </Notice>
      <ForgotPassword />
    </>
  );
}

/** /reset-password: sets a password with the token of a mailed link; without one, requests the link. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <EntryCard title="Reset Password">
      {token ? <ResetByLink key={token} token={token} /> : token === '' ? <DeadLink /> : <ForgotPassword />}
    </EntryCard>
  );
}

/** The form for a new password, also where it can't be read whether the link is used or expired. */
function ResetByLink({ token }: { readonly token: string }) {
  const [refused, setRefused] = useState(false);
  const link = useMailedLink(paths.resetLink, token, resetLinkAnswerSchema);
  if (link.isPending) return <LinkSpinner />;
  if (refused || link.data?.usable === false) return <DeadLink />;
  return (
    <SetNewPassword token={token} username={link.data?.username ?? ''} onDead={() => setRefused(true)} />
  );
}

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
function SetNewPassword({ token, username, onDead }: SetNewPasswordProps) {
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
        <NewPasswordFields name="newPassword" label="New password" />
        <SubmitButton size="large" busy={reset.isPending} busyLabel="Saving...">
          Set new password
        </SubmitButton>
      </Stack>
    </Form>
  );
}
