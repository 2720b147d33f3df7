import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type LoginRequest, secondFactorCodeSchema } from '@portal/contract';
import { useEffect } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { asksForCode, useLogin } from '../../shared/session/session.ts';

interface CodeFormProps {
  /** What the first step sent; sent again with the code. */
  readonly credentials: LoginRequest;
  readonly onBack: () => void;
}

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function CodeForm({ credentials, onBack }: CodeFormProps) {
  const form = useZodForm(secondFactorCodeSchema, { code: '' });
  const login = useLogin();
  const { errors, submitCount } = form.formState;
  const { setFocus } = form;
  // the fields that had the focus are gone
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form
      noValidate
      aria-label="Two-step verification"
      onSubmit={form.handleSubmit(({ code }) => {
        if (login.isPending) return;
        const onError = (error: unknown) => {
          if (!asksForCode(error)) return;
          form.setValue('code', '');
          showServerErrors(form, error);
        };
        login.mutate({ ...credentials, code }, { onError });
      })}
    >
      <Stack spacing={2.5}>
        <Typography variant="h2">Two-step verification</Typography>
        <Field
          form={form}
          name="code"
          label="Code"
          required
          autoComplete="one-time-code"
          hint="The 6 digits that your authenticator app shows, or a recovery code"
        />
        <Button type="submit" variant="contained" size="large" aria-disabled={login.isPending}>
          {login.isPending ? 'Logging in' : 'Verify'}
        </Button>
        <Button onClick={onBack}>Use another account</Button>
      </Stack>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
