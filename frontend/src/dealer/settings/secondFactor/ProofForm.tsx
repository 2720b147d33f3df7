import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { secondFactorProofSchema } from '@portal/contract';
import { Field } from '../../../shared/form/Field.tsx';
import { Form, type FormCall } from '../../../shared/form/Form.tsx';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import type { Proof } from './calls.ts';
import { StepButtons, StepHeading } from './steps.tsx';

interface ProofFormProps {
  readonly label: string;
  readonly explanation: string;
  readonly action: string;
  readonly call: FormCall<Proof>;
  readonly onCancel: () => void;
}

/** Password and code, for changes that an open session must not suffice for. */
export function ProofForm({ label, explanation, action, call, onCancel }: ProofFormProps) {
  const form = useZodForm(secondFactorProofSchema, { currentPassword: '', code: '' });
  return (
    <Form form={form} label={label} call={call}>
      <Stack spacing={2}>
        <StepHeading>{label}</StepHeading>
        <Typography>{explanation}</Typography>
        <PasswordField
          name="currentPassword"
          id="secondFactorPassword"
          label="Your password"
          autoComplete="current-password"
        />
        <Field
          name="code"
          label="Code"
          required
          autoComplete="one-time-code"
          hint="The 6 digits that your authenticator app shows, or a recovery code"
        />
        <StepButtons action={action} pending={call.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
