import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { authTabLoginSchema } from '@portal/contract';
import { useSearchParams } from 'react-router';
import { EntryCard } from '../EntryCard.tsx';
import { LoginForm } from '../login/LoginForm.tsx';
import { RegisterForm } from '../register/RegisterForm.tsx';
import { ForgotPassword } from '../resetPassword/ForgotPassword.tsx';

const TABS = {
  login: { label: 'Login', content: <LoginForm schema={authTabLoginSchema} /> },
  register: { label: 'Register', content: <RegisterForm /> },
  reset: { label: 'Reset Password', content: <ForgotPassword /> },
} as const;
type TabName = keyof typeof TABS;
const NAMES: readonly TabName[] = ['login', 'register', 'reset'];

/** /auth (spec 1, section 2): the tab stands in the address as tab=login or tab=register. */
export default function AuthPage() {
  const [query, setQuery] = useSearchParams();
  const tab = NAMES.find((name) => name === query.get('tab')) ?? 'login';
  return (
    <EntryCard
      title="Dealer Portal"
      subtitle="Welcome to the hosted services"
      width={tab === 'register' ? 'md' : 'sm'}
    >
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => setQuery({ tab: next }, { replace: true })}
        variant="fullWidth"
        aria-label="Login, registration or password reset"
        sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {NAMES.map((name) => (
          <Tab
            key={name}
            value={name}
            label={TABS[name].label}
            id={`tab-${name}`}
            aria-controls="tab-panel"
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {TABS[tab].content}
      </Box>
    </EntryCard>
  );
}
