import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { paths, type ViewingAs } from '@portal/contract';
import { useLayoutEffect, useRef } from 'react';
import { request } from '../http/http.ts';
import { leaveFor } from '../http/leaving.ts';
import { useCommand } from '../http/useCommand.ts';

/** The banner's height: the header sticks below it. */
const HEIGHT = '--viewing-height';

/** Names the viewed dealer and leads back to the dealer's record. */
export default function ViewingBanner({ viewing }: { readonly viewing: ViewingAs }) {
  const banner = useRef<HTMLElement>(null);
  const stop = useCommand({
    send: () => request('DELETE', paths.viewAs),
    onDone: () => leaveFor(`/admin-dashboard/users/${encodeURIComponent(viewing.id)}/show`),
    failed: { title: 'Error', fallback: 'Please check your connection and try again.' },
  });
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty(HEIGHT, `${banner.current?.offsetHeight ?? 0}px`);
    measure();
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      style.removeProperty(HEIGHT);
    };
  }, []);
  // busy until the next page is there
  const busy = stop.isPending || stop.isSuccess;
  return (
    <Box
      component="section"
      ref={banner}
      aria-label="Viewing as a dealer"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: ({ zIndex }) => zIndex.appBar + 1,
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
