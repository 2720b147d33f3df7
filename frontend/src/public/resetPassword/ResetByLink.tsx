import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { paths, resetLinkAnswerSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../shared/http/http.ts';
import { SetNewPassword } from './SetNewPassword.tsx';

/** The form for a new password, or `dead` for a used or expired link. If that can't be read, the form is shown. */
export function ResetByLink({ token, dead }: { readonly token: string; readonly dead: ReactNode }) {
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
