import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { LoginRequest } from '@portal/contract';
import { useState } from 'react';
import type { z } from 'zod';
import { Field } from '../../shared/form/Field.tsx';
import { PasswordField } from '../../shared/form/PasswordField.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { asksForCode, useLogin } from '../../shared/session/session.ts';
import { CodeForm } from './CodeForm.tsx';

/** User name and password, then a code where the user has a second factor; `schema` is the page's own, since /auth asks for more than /login (spec 1, section 5). */
export function LoginForm({ schema }: { readonly schema: z.ZodType<LoginRequest, LoginRequest> }) {
  const form = useZodForm(schema, { username: '', password: '' });
  const login = useLogin();
  const [asked, setAsked] = useState<LoginRequest | null>(null);
  const { errors, submitCount } = form.formState;
  if (asked !== null) return <CodeForm credentials={asked} onBack={() => setAsked(null)} />;
  return (
    <form
      noValidate
      aria-label="Login"
      onSubmit={form.handleSubmit((credentials) => {
        if (login.isPending) return;
        login.mutate(credentials, { onError: (error) => asksForCode(error) && setAsked(credentials) });
      })}
    >
      <Stack spacing={2.5}>
        <Field form={form} name="username" label="Username" required autoComplete="username" />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        <Button type="submit" variant="contained" size="large" aria-disabled={login.isPending}>
          {login.isPending ? 'Logging in' : 'Login'}
        </Button>
      </Stack>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
