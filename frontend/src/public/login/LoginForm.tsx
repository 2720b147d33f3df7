import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { LoginRequest } from '@portal/contract';
import type { z } from 'zod';
import { Field } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/FormProblems.tsx';
import { PasswordField } from '../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { useLogin } from '../../shared/session/session.ts';

/** User name and password; `schema` is the page's own, since /auth asks for more than /login (spec 1, section 5). */
export function LoginForm({ schema }: { readonly schema: z.ZodType<LoginRequest, LoginRequest> }) {
  const form = useZodForm(schema, { username: '', password: '' });
  const login = useLogin();
  const { errors, submitCount } = form.formState;
  return (
    <form
      noValidate
      aria-label="Login"
      onSubmit={form.handleSubmit((credentials) => {
        if (!login.isPending) login.mutate(credentials);
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
