import { authTabLoginSchema } from '@portal/contract';
import { LoginForm } from '../login/LoginForm.tsx';

/** The login tab of /auth, with its own schema (S1-5). */
export default function AuthLogin() {
  return <LoginForm schema={authTabLoginSchema} />;
}
