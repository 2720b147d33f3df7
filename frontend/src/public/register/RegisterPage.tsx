import { Box, Stack, Typography } from '@mui/material';
import { AGREEMENT_VERSION, registerFormSchema } from '@portal/contract';
import { type ReactNode, useId } from 'react';
import { CheckField, Field, FieldGrid } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { NewPasswordFields } from '../../shared/form/PasswordField.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { EntryCard, TextLink } from '../EntryCard.tsx';
import { useRegister } from '../signIn.ts';
import { clauses } from './agreement.ts';

/** The dealer agreement in a box that scrolls, by keyboard too. */
function Agreement() {
  return (
    <Box
      role="region"
      aria-label="Dealer agreement"
      tabIndex={0}
      sx={{
        maxHeight: 280,
        overflowY: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.default',
        p: 2.5,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Typography component="h3" variant="h3">
        Dealer agreement
      </Typography>
      <Muted gutterBottom>Version {AGREEMENT_VERSION}</Muted>
      <Box component="ol" sx={{ pl: 3, m: 0, display: 'grid', gap: 1.5 }}>
        {Object.entries(clauses).map(([title, text]) => (
          <Typography key={title} component="li" variant="body2">
            <strong>{title}.</strong> {text}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

const EMPTY = {
  name: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  experience: '',
  username: '',
  password: '',
  confirmPassword: '',
};

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Stack spacing={2.5}>{children}</Stack>
    </Box>
  );
}

/** The dealer registration form (S1-2, S1-5); the confirmation is not sent. */
export function RegisterForm() {
  const form = useZodForm(registerFormSchema, EMPTY);
  const register = useRegister();
  const text = { required: true };
  return (
    <Form
      form={form}
      label="Dealer registration"
      call={{
        isPending: register.isPending,
        mutate: ({ confirmPassword: _, ...registration }, options) => register.mutate(registration, options),
      }}
    >
      <Stack spacing={4}>
        <Section title="Your Information">
          <FieldGrid>
            <Field {...text} name="name" label="Full name" autoComplete="name" />
            <Field {...text} name="company" label="Company" autoComplete="organization" />
            <Field {...text} name="email" label="Email" type="email" autoComplete="email" />
            <Field {...text} name="phone" label="Phone" type="tel" autoComplete="tel" />
          </FieldGrid>
          <Field {...text} name="address" label="Address" autoComplete="address-line1" />
          <FieldGrid columns="2fr 1fr 1fr">
            <Field {...text} name="city" label="City" autoComplete="address-level2" />
            <Field {...text} name="state" label="State" autoComplete="address-level1" />
            <Field {...text} name="zip" label="ZIP code" autoComplete="postal-code" />
          </FieldGrid>
          <Field
            name="experience"
            label="Experience with access control (optional)"
            hint="For example the systems you install today"
          />
        </Section>
        <Section title="Account Details">
          <Field
            {...text}
            name="username"
            label="Username"
            autoComplete="username"
            hint="At least 3 characters"
          />
          <FieldGrid>
            <NewPasswordFields name="password" label="Password" />
          </FieldGrid>
        </Section>
        <Section title="Terms & Conditions">
          <Agreement />
          <CheckField name="agreeToTerms" label="I have read and agree to the dealer agreement" required />
        </Section>
        <SubmitButton size="large" busy={register.isPending} busyLabel="Creating Account">
          Create Account
        </SubmitButton>
      </Stack>
    </Form>
  );
}

/** /register (S1-2 page). */
export default function RegisterPage() {
  return (
    <EntryCard
      title="Dealer Registration"
      subtitle="Tell us who you are. An administrator will review your registration."
      width="md"
    >
      <RegisterForm />
      <Stack sx={{ mt: 3, alignItems: 'center' }}>
        <TextLink to="/login">Already registered? Log in</TextLink>
      </Stack>
    </EntryCard>
  );
}
