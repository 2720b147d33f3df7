import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { forgotPasswordSchema, paths } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { Form } from '../../shared/form/Form.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { messageOf, request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { TextLink } from '../EntryCard.tsx';

/** Shown where the server gave no reason (S1-8-session). */
export const RESET_FAILED = 'An error occurred. Please try again.';

function CheckYourEmail() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack spacing={2} sx={{ textAlign: 'center', alignItems: 'center' }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        Check Your Email
      </Typography>
      <Typography color="text.secondary">
        If that address belongs to an account, a link to set a new password is on its way. It works once, for
        60 minutes.
      </Typography>
      <TextLink to="/login">Back to login</TextLink>
    </Stack>
  );
}

/** Asks for the e-mail address that the reset link goes to, then confirms (S1-2, Reset-password page). */
export default function ForgotPassword() {
  const form = useZodForm(forgotPasswordSchema, { email: '' });
  const send = useMutation({
    mutationFn: (body: { readonly email: string }) =>
      request('POST', paths.forgotPassword, body, { unauthorized: 'own' }),
  });
  if (send.isSuccess) return <CheckYourEmail />;
  return (
    <Form
      form={form}
      label="Forgot password"
      call={{ isPending: send.isPending, mutate: (body) => send.mutate(body) }}
    >
      <Stack spacing={2.5}>
        <Typography color="text.secondary">
          Enter the e-mail address of your account. We send you a link to set a new password.
        </Typography>
        {send.isError && <Notice tone="error">{messageOf(send.error, RESET_FAILED)}</Notice>}
        <Field form={form} name="email" label="Email" required type="email" autoComplete="email" />
        <Button type="submit" variant="contained" size="large" aria-disabled={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send reset link'}
        </Button>
      </Stack>
    </Form>
  );
}
