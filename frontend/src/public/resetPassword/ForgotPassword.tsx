import { Stack, Typography } from '@mui/material';
import { forgotPasswordSchema, paths } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { messageOf, request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { TextLink } from '../EntryCard.tsx';

interface DoneProps {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly to: string; readonly label: string };
}

/** Replaces a form after its success and takes the focus. */
export function Done({ title, text, link }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack spacing={2} sx={{ textAlign: 'center', alignItems: 'center' }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {title}
      </Typography>
      <Typography color="text.secondary">{text}</Typography>
      <TextLink to={link.to}>{link.label}</TextLink>
    </Stack>
  );
}

/** S1-8-session. */
export const RESET_FAILED = 'An error occurred. Please try again.';

/** Sends a reset link to an email address (S1-2, Reset-password page). */
export function ForgotPassword() {
  const form = useZodForm(forgotPasswordSchema, { email: '' });
  const send = useMutation({
    mutationFn: (body: { readonly email: string }) =>
      request('POST', paths.forgotPassword, body, { unauthorized: 'own' }),
  });
  if (send.isSuccess) {
    return (
      <Done
        title="Check Your Email"
        text="If that address belongs to an account, a link to set a new password is on its way. It works once, for 60 minutes."
        link={{ to: '/login', label: 'Back to login' }}
      />
    );
  }
  return (
    <Form
      form={form}
      label="Forgot password"
      call={{ isPending: send.isPending, mutate: (body) => send.mutate(body) }}
    >
      <Stack spacing={2.5}>
        <Typography color="text.secondary">
          Enter the email address of your account. We send you a link to set a new password.
        </Typography>
        {send.isError && <Notice tone="error">{messageOf(send.error, RESET_FAILED)}</Notice>}
        <Field name="email" label="Email" required type="email" autoComplete="email" />
        <SubmitButton size="large" busy={send.isPending} busyLabel="Sending...">
          Send reset link
        </SubmitButton>
      </Stack>
    </Form>
  );
}
