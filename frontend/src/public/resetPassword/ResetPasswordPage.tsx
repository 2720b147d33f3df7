import Box from '@mui/material/Box';
import { MISSING_RESET_TOKEN } from '@portal/contract';
import { useSearchParams } from 'react-router';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard } from '../EntryCard.tsx';
import ForgotPassword from './ForgotPassword.tsx';
import { ResetByLink } from './ResetByLink.tsx';

function DeadLink() {
  return (
    <>
      <Box sx={{ mb: 2.5 }}>
        <Notice tone="error">{MISSING_RESET_TOKEN}</Notice>
      </Box>
      <ForgotPassword />
    </>
  );
}

/** /reset-password: sets a password with the token of a mailed link; without one, requests the link. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <EntryCard title="Reset Password">
      {token ? (
        <ResetByLink key={token} token={token} dead={<DeadLink />} />
      ) : token === '' ? (
        <DeadLink />
      ) : (
        <ForgotPassword />
      )}
    </EntryCard>
  );
}
