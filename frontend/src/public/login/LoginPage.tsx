import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { loginSchema } from '@portal/contract';
import { useLocation } from 'react-router';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard, TextLink } from '../EntryCard.tsx';
import { LoginForm } from './LoginForm.tsx';

/** /login; explains a redirect from a page that needs a session. */
export default function LoginPage() {
  const sent = useLocation().state === '/login';
  return (
    <EntryCard title="Dealer Login" subtitle="Welcome to the hosted services">
      {sent && (
        <Box sx={{ mb: 2.5 }}>
          <Notice tone="warning">You need to be logged in to access this page.</Notice>
        </Box>
      )}
      <LoginForm schema={loginSchema} />
      <Stack spacing={0.5} sx={{ mt: 3, alignItems: 'center' }}>
        <TextLink to="/reset-password">Forgot your password?</TextLink>
        <TextLink to="/register">Register as a dealer</TextLink>
      </Stack>
    </EntryCard>
  );
}
