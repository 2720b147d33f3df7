import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type SecondFactorEnrolment, secondFactorCodeSchema } from '@portal/contract';
import { Field } from '../../../shared/form/Field.tsx';
import { Form, type FormCall } from '../../../shared/form/Form.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { StepButtons, StepHeading } from './steps.tsx';

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
