import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Button } from '@mui/material';
import { type AdminUser, paths } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf, request } from '../../shared/http/http.ts';
import { leaveFor } from '../../shared/http/leaveFor.ts';
import { useAllowed } from '../kit/access.ts';
import { duringVerb } from '../kit/live.ts';

/**
 * Opens the dealer's pages as the dealer sees them, read-only, with a fresh page: what was read as an administrator is
 * dropped.
 */
export function ViewAsButton({ user }: { readonly user: AdminUser }) {
  const allowed = useAllowed('users', 'viewAs', user);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  if (!allowed) return null;
  const start = () =>
    duringVerb(queryClient, async () => {
      await request('POST', paths.admin.viewAs(user.id));
      leaveFor('/dealer-dashboard');
      // the administration is closed by now: nothing of it is read again
      await new Promise(() => {});
    });
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<VisibilityIcon fontSize="small" />}
      loading={busy}
      loadingPosition="start"
      sx={{ whiteSpace: 'nowrap' }}
      onClick={() => {
        setBusy(true);
        start().catch((error: unknown) => {
          setBusy(false);
          notify(messageOf(error, "The dealer's pages could not be opened."), { type: 'error' });
        });
      }}
    >
      See what the dealer sees
    </Button>
  );
}
