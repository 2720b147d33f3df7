import Alert from '@mui/material/Alert';
import { MISSING_RESET_TOKEN } from '@portal/contract';
import { useSearchParams } from 'react-router';
import { EntryCard } from '../EntryCard.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetNewPassword } from './SetNewPassword.tsx';

/** /reset-password (spec 1, section 2): with the token of a mailed link one sets a password, without it one asks for the link. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <EntryCard title="Reset Password">
      {token ? (
        <SetNewPassword token={token} />
      ) : (
        <>
          {token === '' && (
            <Alert severity="error" sx={{ mb: 2.5 }}>
              {MISSING_RESET_TOKEN}
            </Alert>
          )}
          <ForgotPassword />
        </>
      )}
    </EntryCard>
  );
}
