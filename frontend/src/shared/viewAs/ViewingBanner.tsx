import { Box, Button } from '@mui/material';
import { paths, type ViewingAs } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../http/http.ts';
import { leaveFor, whileLeaving } from '../http/leaving.ts';
import { useCommand } from '../http/useCommand.ts';
import { useSession } from '../session/session.ts';

/** Names the viewed dealer and leads back to the dealer's record. */
export function ViewingBanner({ viewing }: { readonly viewing: ViewingAs }) {
  const client = useQueryClient();
  const stop = useCommand({
    send: () =>
      whileLeaving(async () => {
        // reads under way end first: what they ask for is the dealer's
        const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
        await Promise.allSettled(reads.map(({ promise }) => promise));
        await request('DELETE', paths.viewAs);
      }),
    onDone: () => leaveFor(`/admin-dashboard/users/${encodeURIComponent(viewing.id)}/show`),
    failed: { title: 'Error' },
  });
  // busy until the next page is there
  const busy = stop.isPending || stop.isSuccess;
  return (
    <Box
      component="section"
      aria-label="Viewing as a dealer"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 2,
        rowGap: 0.5,
        px: 2,
        py: 0.75,
        bgcolor: 'warning.light',
        color: 'text.primary',
        borderBottom: 1,
        borderColor: 'warning.main',
        overflowWrap: 'anywhere',
      }}
    >
      <span>
        You are viewing as <strong>{viewing.company || viewing.username}</strong>
        {viewing.company !== '' && ` (${viewing.username})`}. Nothing can be changed.
      </span>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) stop.mutate();
        }}
      >
        {busy ? 'Stopping...' : 'Stop viewing'}
      </Button>
    </Box>
  );
}

/** The banner while an administrator views the portal as a dealer. */
export function Viewing() {
  const { user } = useSession();
  if (user === null || user === 'loading' || user.viewing_as === undefined) return null;
  return <ViewingBanner viewing={user.viewing_as} />;
}
