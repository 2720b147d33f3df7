import { Box, Button, Stack, Typography } from '@mui/material';
import {
  paths,
  type SecondFactorEnrolment,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetupSchema,
} from '@portal/contract';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { company } from '../../shared/company.ts';
import { Field } from '../../shared/form/Field.tsx';
import { Form, type FormCall, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { CodeField, OwnPasswordField } from '../../shared/form/PasswordField.tsx';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { Muted } from '../../shared/ui/Muted.tsx';

export type Proof = z.infer<typeof secondFactorProofSchema>;

export const SECOND_FACTOR_FAILED = { title: 'Two-step verification failed' };

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
  const begin = useCommand({
    send: async (body: { readonly currentPassword: string }) =>
      (await request('POST', paths.secondFactor.setup, body)) as SecondFactorEnrolment,
    failed: SECOND_FACTOR_FAILED,
    onDone: onEnrolment,
  });
  return (
    <Form form={form} label="Set up two-step verification" call={begin}>
      <Stack spacing={2}>
        <StepHeading>Confirm your identity</StepHeading>
        <OwnPasswordField id="secondFactorPassword" />
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
          <Muted>Key</Muted>
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
        <OwnPasswordField id="secondFactorPassword" />
        <CodeField />
        <StepButtons action={action} pending={call.isPending} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied', description: 'The recovery codes are on the clipboard.' });
  } catch {
    // without the browser's permission, and on plain http
    const description = 'Please select the codes and copy them by hand, or download them.';
    toast({ title: 'Copying failed', description, variant: 'destructive' });
  }
}

/** The recovery codes, shown once, to copy or download. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const file = `Recovery codes of ${username} at ${company.name}. Each works once.\n\n${text}\n`;
  return (
    <Stack spacing={2}>
      <StepHeading>Keep your recovery codes</StepHeading>
      <Typography>
        Each code works once instead of the app, for example if you lose your phone. They are shown only once.
        Store them somewhere other than your phone.
      </Typography>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 0.5,
          m: 0,
          p: 2,
          borderRadius: 1,
          bgcolor: 'background.default',
          fontFamily: 'monospace',
          fontSize: '1.05rem',
          listStyle: 'none',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" onClick={() => void copy(text)}>
          Copy
        </Button>
        <Button
          variant="outlined"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          Download
        </Button>
        <Button variant="contained" onClick={onDone}>
          I have saved them
        </Button>
      </Box>
    </Stack>
  );
}
