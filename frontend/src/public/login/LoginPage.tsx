import { Button, Stack, Typography } from '@mui/material';
import { type LoginRequest, loginSchema, secondFactorCodeSchema } from '@portal/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { z } from 'zod';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, showServerErrors, useZodForm } from '../../shared/form/Form.tsx';
import { CodeField, PasswordField } from '../../shared/form/PasswordField.tsx';
import { hasPasskeys } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard, TextLink } from '../EntryCard.tsx';
import { asksForCode, useLogin, usePasskeyLogin } from '../signIn.ts';

/** /login; explains a redirect from a page that needs a session. */
export default function LoginPage() {
  const sent = useLocation().state === '/login';
  return (
    <EntryCard title="Dealer Login" subtitle="Welcome to the hosted services">
      {sent && (
        <Notice tone="warning" sx={{ mb: 2.5 }}>
          You need to be logged in to access this page.
        </Notice>
      )}
      <LoginForm schema={loginSchema} />
      <Stack spacing={0.5} sx={{ mt: 3, alignItems: 'center' }}>
        <TextLink to="/reset-password">Forgot your password?</TextLink>
        <TextLink to="/register">Register as a dealer</TextLink>
      </Stack>
    </EntryCard>
  );
}

interface CodeFormProps {
  /** Of the first step; sent again with the code. */
  readonly credentials: LoginRequest;
  readonly onBack: () => void;
}

/** The second step of a login. */
function CodeForm({ credentials, onBack }: CodeFormProps) {
  const form = useZodForm(secondFactorCodeSchema, { code: '' });
  const login = useLogin();
  const { setFocus } = form;
  const askAgain = (error: unknown) => {
    if (!asksForCode(error)) return;
    form.setValue('code', '');
    showServerErrors(form, error);
  };
  // the focused field is gone
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <Form
      form={form}
      label="Two-step verification"
      call={{
        isPending: login.isPending,
        mutate: ({ code }) => login.mutate({ ...credentials, code }, { onError: askAgain }),
      }}
    >
      <Stack spacing={2.5}>
        <Typography variant="h2">Two-step verification</Typography>
        <CodeField />
        <SubmitButton size="large" busy={login.isPending} busyLabel="Logging in">
          Verify
        </SubmitButton>
        <Button onClick={onBack}>Use another account</Button>
      </Stack>
    </Form>
  );
}

/** Username and password, then a code for users with a second factor. `schema` differs between /auth and /login (S1-5). */
export function LoginForm({ schema }: { readonly schema: z.ZodType<LoginRequest, LoginRequest> }) {
  const form = useZodForm(schema, { username: '', password: '' });
  const login = useLogin();
  const passkey = usePasskeyLogin();
  const [asked, setAsked] = useState<LoginRequest | null>(null);
  if (asked !== null) return <CodeForm credentials={asked} onBack={() => setAsked(null)} />;
  return (
    <Form
      form={form}
      label="Login"
      call={{
        isPending: login.isPending,
        mutate: (credentials) =>
          login.mutate(credentials, { onError: (error) => asksForCode(error) && setAsked(credentials) }),
      }}
    >
      <Stack spacing={2.5}>
        <Field name="username" label="Username" required autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton size="large" busy={login.isPending} busyLabel="Logging in">
          Login
        </SubmitButton>
        {hasPasskeys() && (
          <Button disabled={passkey.isPending} onClick={() => passkey.mutate()}>
            Log in with a passkey
          </Button>
        )}
      </Stack>
    </Form>
  );
}
