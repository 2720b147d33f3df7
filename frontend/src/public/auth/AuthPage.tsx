import { Box } from '@mui/material';
import { authTabLoginSchema } from '@portal/contract';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { EntryCard } from '../EntryCard.tsx';
import { LoginForm } from '../login/LoginPage.tsx';
import { RegisterForm } from '../register/RegisterPage.tsx';
import { ForgotPassword } from '../resetPassword/ForgotPassword.tsx';

const CONTENT = {
  // a schema of its own (S1-5)
  login: <LoginForm schema={authTabLoginSchema} />,
  register: <RegisterForm />,
  reset: <ForgotPassword />,
} as const;

/** /auth (S1-2), with tab=login or tab=register. */
export default function AuthPage() {
  return (
    <EntryCard title="Dealer Portal" subtitle="Welcome to the hosted services" width="md">
      <AddressTabs
        label="Login, registration or password reset"
        tabs={[
          { name: 'login', label: 'Login' },
          { name: 'register', label: 'Register' },
          { name: 'reset', label: 'Reset Password' },
        ]}
      >
        {(tab) => (
          <Box sx={{ pt: 3, maxWidth: tab === 'register' ? 'none' : 420, mx: 'auto' }}>{CONTENT[tab]}</Box>
        )}
      </AddressTabs>
    </EntryCard>
  );
}
