import DialogContentText from '@mui/material/DialogContentText';
import { paths, type SiteUser } from '@portal/contract';
import { request } from '../../shared/http/http.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { useSiteCommand } from './commands.ts';

interface EndShareDialogProps {
  readonly viewer: SiteUser;
  readonly onClose: () => void;
}

/** Asks before a viewer loses access. */
export default function EndShareDialog({ viewer, onClose }: EndShareDialogProps) {
  const name = viewer.name || viewer.username;
  const end = useSiteCommand({
    send: () => request('DELETE', paths.siteUsers(viewer.site_id), { user_id: viewer.user_id }),
    done: { title: 'Sharing stopped', description: `${name} can no longer view this site.` },
    failed: { title: 'Sharing not stopped', fallback: 'The viewer still has access. Please try again.' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Stop sharing with ${name}?`}
      action="Stop sharing"
      pendingAction="Stopping..."
      destructive
      pending={end.isPending}
      onConfirm={end.mutate}
      onClose={onClose}
    >
      <DialogContentText>
        {name} can no longer view this site, from now on. You can share it again at any time.
      </DialogContentText>
    </ConfirmDialog>
  );
}
