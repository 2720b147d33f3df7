import { Box, CircularProgress } from '@mui/material';
import { MISSING_RESET_TOKEN, paths, resetLinkAnswerSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/http/http.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard } from '../EntryCard.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetNewPassword } from './SetNewPassword.tsx';

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

/** The form for a new password, or `dead` for a used or expired link. If that can't be read, the form is shown. */
function ResetByLink({ token, dead }: { readonly token: string; readonly dead: ReactNode }) {
  const [refused, setRefused] = useState(false);
  const link = useQuery({
    queryKey: [paths.resetLink, token],
    queryFn: async () =>
      resetLinkAnswerSchema.parse(await request('POST', paths.resetLink, { token }, { unauthorized: 'own' })),
    networkMode: 'always',
    // the link may have expired since the last visit
    gcTime: 0,
  });
  if (link.isPending) {
    return (
      <Box sx={{ minHeight: 240, display: 'grid', placeItems: 'center' }}>
        <CircularProgress aria-label="Loading" />
      </Box>
    );
  }
  if (refused || link.data?.usable === false) return dead;
  return (
    <SetNewPassword token={token} username={link.data?.username ?? ''} onDead={() => setRefused(true)} />
  );
}
