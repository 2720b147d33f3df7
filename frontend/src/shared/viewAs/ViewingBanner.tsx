import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { paths, type ViewingAs } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { messageOf, request } from '../http/http.ts';
import { leaveFor } from '../http/leaving.ts';
import { toast } from '../toast/toasts.ts';

/** How high the banner is: the header sticks below it. */
const HEIGHT = '--viewing-height';

/** Says whose pages these are, that nothing can be changed, and ends it: back to the dealer's record. */
export default function ViewingBanner({ viewing }: { readonly viewing: ViewingAs }) {
  const banner = useRef<HTMLElement>(null);
  const stop = useMutation({
    mutationFn: () => request('DELETE', paths.viewAs),
    onSuccess: () => leaveFor(`/admin-dashboard/users/${encodeURIComponent(viewing.id)}/show`),
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      }),
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
  // a page that is left shows no second button press
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
