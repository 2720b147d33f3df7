import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { paths, type SiteUser } from '@portal/contract';
import { useSiteCommand } from './commands.ts';

/** Asks before a viewer is locked out. */
export default function EndShareDialog({
  viewer,
  onClose,
}: {
  readonly viewer: SiteUser;
  readonly onClose: () => void;
}) {
  const name = viewer.name || viewer.username;
  const end = useSiteCommand<{ readonly user_id: string }>({
    method: 'DELETE',
    path: paths.siteUsers(viewer.site_id),
    done: () => ({ title: 'Sharing Ended', description: `${name} can no longer view this site.` }),
    failed: { title: 'Sharing Not Ended', fallback: 'The viewer still has access. Please try again.' },
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="share-title" maxWidth="xs" fullWidth>
      <DialogTitle id="share-title">Stop sharing with {name}?</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {name} can no longer view this site, from now on. You can share it again at any time.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate({ user_id: viewer.user_id }, { onSuccess: onClose });
          }}
        >
          {end.isPending ? 'Stopping...' : 'Stop Sharing'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
