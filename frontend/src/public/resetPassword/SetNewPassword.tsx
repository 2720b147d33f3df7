import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { paths, resetPasswordFormSchema } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Form } from '../../shared/form/Form.tsx';
import { PasswordField } from '../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { HttpError, messageOf, request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { TextLink } from '../EntryCard.tsx';
import { RESET_FAILED } from './ForgotPassword.tsx';

function PasswordWasReset() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack spacing={2} sx={{ textAlign: 'center', alignItems: 'center' }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        Password Reset Successful
      </Typography>
      <Typography color="text.secondary">Your new password is set. Please log in with it.</Typography>
      <TextLink to="/auth">Go to login</TextLink>
    </Stack>
  );
}

const refusesToken = (error: unknown) =>
  error instanceof HttpError && error.errors.some(({ path }) => path === 'token');

interface SetNewPasswordProps {
  readonly token: string;
  /** The server refused the token. */
  onDead(): void;
}

/** New password and confirmation for whoever holds the token of a reset link. */
export function SetNewPassword({ token, onDead }: SetNewPasswordProps) {
  const form = useZodForm(resetPasswordFormSchema, { newPassword: '', confirmPassword: '' });
  const reset = useMutation({
    mutationFn: (newPassword: string) =>
      request('POST', paths.resetPassword, { token, newPassword }, { unauthorized: 'own' }),
    onError: (error) => {
      if (refusesToken(error)) onDead();
    },
  });
  if (reset.isSuccess) return <PasswordWasReset />;
  return (
    <Form
      form={form}
      label="Set new password"
      call={{ isPending: reset.isPending, mutate: ({ newPassword }) => reset.mutate(newPassword) }}
    >
      <Stack spacing={2.5}>
        {reset.isError && <Notice tone="error">{messageOf(reset.error, RESET_FAILED)}</Notice>}
        <PasswordField
          form={form}
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm password"
          autoComplete="new-password"
        />
        <Button type="submit" variant="contained" size="large" aria-disabled={reset.isPending}>
          {reset.isPending ? 'Saving...' : 'Set new password'}
        </Button>
      </Stack>
    </Form>
  );
}
