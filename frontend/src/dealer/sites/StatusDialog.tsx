import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { SITE_BILLING, type Site } from '@portal/contract';
import { useSitePatch } from './commands.ts';

/** What each change means for the dealer (S2-4). */
const CHANGES = {
  inactive: {
    verb: 'Deactivate',
    pending: 'Deactivating...',
    color: 'error',
    means: [
      `It is ${SITE_BILLING.off}. ${SITE_BILLING.issued}`,
      'Its users lose access.',
      'Support for it is limited.',
    ],
  },
  active: {
    verb: 'Reactivate',
    pending: 'Reactivating...',
    color: 'primary',
    means: [
      `It is ${SITE_BILLING.on}.`,
      'Technical support is available for it.',
      'The access of its users is restored.',
    ],
  },
} as const;

interface StatusDialogProps {
  readonly site: Site;
  readonly status: keyof typeof CHANGES;
  readonly onClose: () => void;
}

/** Asks before a site is deactivated or reactivated, and says what it means. */
export default function StatusDialog({ site, status, onClose }: StatusDialogProps) {
  const change = CHANGES[status];
  const patch = useSitePatch(site.id, {
    done: { title: 'Status Updated', description: `${site.site_name} is now ${status}.` },
    failed: { title: 'Status Update Failed', fallback: 'The site keeps its status. Please try again.' },
  });
  const title = `${change.verb} ${site.site_name}?`;
  return (
    <Dialog open onClose={onClose} aria-labelledby="status-title" maxWidth="xs" fullWidth>
      <DialogTitle id="status-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>When the site is {status}:</DialogContentText>
        <Typography component="ul" sx={{ pl: 3, mb: 0 }}>
          {change.means.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color={change.color}
          aria-disabled={patch.isPending}
          onClick={() => {
            if (!patch.isPending) patch.mutate({ changes: { status }, etag: null }, { onSuccess: onClose });
          }}
        >
          {patch.isPending ? change.pending : change.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
