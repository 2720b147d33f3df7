import { Box, Button, Stack, Typography } from '@mui/material';
import {
  type SecondFactorEnrolment,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetupSchema,
} from '@portal/contract';
import { useEffect, useRef } from 'react';
import { Field } from '../../../shared/form/Field.tsx';
import { Form, type FormCall, SubmitButton, useZodForm } from '../../../shared/form/Form.tsx';
import { PasswordField } from '../../../shared/form/PasswordField.tsx';
import { type Proof, useBegin } from './calls.ts';

interface StepButtonsProps {
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

function StepButtons({ action, pending, onCancel }: StepButtonsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <SubmitButton busy={pending} busyLabel="Please wait...">
        {action}
      </SubmitButton>
      <Button onClick={onCancel}>Cancel</Button>
    </Box>
  );
}

/** The heading of a step; takes the focus, so that screen readers begin here. */
export function StepHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Typography variant="h3" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      {children}
    </Typography>
  );
}

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

interface EnrolmentProps {
  readonly enrolment: SecondFactorEnrolment;
  readonly confirm: FormCall<{ readonly code: string }>;
  readonly onCancel: () => void;
}

/** In groups of four, for reading. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Second step of the set-up: the secret as QR code and text, and a first code. */
export function Enrolment({ enrolment, confirm, onCancel }: EnrolmentProps) {
  const form = useZodForm(secondFactorCodeSchema, { code: '' });
  return (
    <Form form={form} label="Confirm the authenticator app" call={confirm}>
      <Stack spacing={2}>
        <StepHeading>Add the portal to your authenticator app</StepHeading>
        <Typography>Scan this picture with the app, or type the key below it.</Typography>
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.qr_svg)}`}
          alt="QR code with the key below"
          // cameras need dark on light, in dark mode too
          sx={{ width: 208, maxWidth: '100%', aspectRatio: '1', bgcolor: '#fff', borderRadius: 1 }}
        />
        <div>
          <Typography variant="body2" color="text.secondary">
            Key
          </Typography>
          <Typography data-testid="secret" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {inGroups(enrolment.secret)}
          </Typography>
        </div>
        <Field
          name="code"
          label="Code"
          required
          autoComplete="one-time-code"
          hint="The 6 digits that the app shows now"
        />
        <StepButtons action="Switch on" pending={confirm.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

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
