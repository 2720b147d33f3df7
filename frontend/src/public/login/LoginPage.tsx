import Stack from '@mui/material/Stack';
import { loginSchema } from '@portal/contract';
import { EntryCard } from '../EntryCard.tsx';
import { TextLink } from '../TextLink.tsx';
import { LoginForm } from './LoginForm.tsx';

/** /login (spec 1, section 2, Login page). */
export default function LoginPage() {
  return (
    <EntryCard title="Dealer Login" subtitle="Welcome to the hosted services">
      <LoginForm schema={loginSchema} />
      <Stack spacing={0.5} sx={{ mt: 3, alignItems: 'center' }}>
        <TextLink to="/reset-password">Forgot your password?</TextLink>
        <TextLink to="/register">Register as a dealer</TextLink>
      </Stack>
    </EntryCard>
  );
}
