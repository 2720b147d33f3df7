import Stack from '@mui/material/Stack';
import { type SecondFactorEnrolment, secondFactorSetupSchema } from '@portal/contract';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { FormProblems } from '../../../shared/form/problems.tsx';
import { showServerErrors, useZodForm } from '../../../shared/form/useZodForm.ts';
import { useBegin } from './calls.ts';
import { StepButtons, StepHeading } from './steps.tsx';

interface PasswordStepProps {
  readonly onEnrolment: (enrolment: SecondFactorEnrolment) => void;
  readonly onCancel: () => void;
}

/** First of setting up: the password, so that nobody else at an open browser sets it up. */
export function PasswordStep({ onEnrolment, onCancel }: PasswordStepProps) {
  const form = useZodForm(secondFactorSetupSchema, { currentPassword: '' });
  const begin = useBegin(onEnrolment);
  const { errors, submitCount } = form.formState;
  return (
    <form
      noValidate
      aria-label="Set up two-step verification"
      onSubmit={form.handleSubmit((body) => {
        if (!begin.isPending) begin.mutate(body, { onError: (error) => showServerErrors(form, error) });
      })}
    >
      <Stack spacing={2}>
        <StepHeading>Confirm that it is you</StepHeading>
        <PasswordField
          form={form}
          name="currentPassword"
          id="secondFactorPassword"
          label="Your password"
          autoComplete="current-password"
        />
        <StepButtons action="Continue" pending={begin.isPending} onCancel={onCancel} />
      </Stack>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
