import Stack from '@mui/material/Stack';
import { EntryCard, TextLink } from '../EntryCard.tsx';
import { RegisterForm } from './RegisterForm.tsx';

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
