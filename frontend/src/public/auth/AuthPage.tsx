import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { EntryCard } from '../EntryCard.tsx';

const LoginForm = lazy(() => import('./AuthLogin.tsx'));
const RegisterForm = lazy(() => import('../register/RegisterForm.tsx'));
const ForgotPassword = lazy(() => import('../resetPassword/ForgotPassword.tsx'));

const CONTENT = {
  login: <LoginForm />,
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
          <Box sx={{ pt: 3, maxWidth: tab === 'register' ? 'none' : 420, mx: 'auto' }}>
            <Suspense fallback={<PageSpinner />}>{CONTENT[tab]}</Suspense>
          </Box>
        )}
      </AddressTabs>
    </EntryCard>
  );
}
