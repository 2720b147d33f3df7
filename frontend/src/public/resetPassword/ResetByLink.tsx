import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { paths, resetLinkAnswerSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../shared/http/http.ts';
import { SetNewPassword } from './SetNewPassword.tsx';

/**
 * The form for a new password, or `dead` at once where the link can't be used any more. Where that can't be found out
 * the form is shown: the server decides when it is sent.
 */
export function ResetByLink({ token, dead }: { readonly token: string; readonly dead: ReactNode }) {
  const [refused, setRefused] = useState(false);
  const link = useQuery({
    queryKey: [paths.resetLink, token],
    queryFn: async () =>
      resetLinkAnswerSchema.parse(await request('POST', paths.resetLink, { token }, { unauthorized: 'own' })),
    networkMode: 'always',
    // a link that could be used a while ago may be dead by now
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
  return <SetNewPassword token={token} onDead={() => setRefused(true)} />;
}
