import Stack from '@mui/material/Stack';
import { type SecondFactorEnrolment, secondFactorSetupSchema } from '@portal/contract';
import { Form } from '../../../shared/form/Form.tsx';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { useBegin } from './calls.ts';
import { StepButtons, StepHeading } from './steps.tsx';

interface PasswordStepProps {
  readonly onEnrolment: (enrolment: SecondFactorEnrolment) => void;
  readonly onCancel: () => void;
}

/** First step of the set-up: the password, against others at an open browser. */
export function PasswordStep({ onEnrolment, onCancel }: PasswordStepProps) {
  const form = useZodForm(secondFactorSetupSchema, { currentPassword: '' });
  const begin = useBegin(onEnrolment);
  return (
    <Form form={form} label="Set up two-step verification" call={begin}>
      <Stack spacing={2}>
        <StepHeading>Confirm your identity</StepHeading>
        <PasswordField
          name="currentPassword"
          id="secondFactorPassword"
          label="Your password"
          autoComplete="current-password"
        />
        <StepButtons action="Continue" pending={begin.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
