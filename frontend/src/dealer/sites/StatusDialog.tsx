import { DialogContentText, Typography } from '@mui/material';
import { SITE_BILLING, type Site } from '@portal/contract';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { useSitePatch } from './queries.ts';

/** The consequences of each change (S2-4). */
const CHANGES = {
  inactive: {
    verb: 'Deactivate',
    pending: 'Deactivating...',
    means: [
      `It is ${SITE_BILLING.off}. ${SITE_BILLING.issued}`,
      'Its users lose access.',
      'Support for it is limited.',
    ],
  },
  active: {
    verb: 'Reactivate',
    pending: 'Reactivating...',
    means: [`It is ${SITE_BILLING.on}.`, 'Technical support is available for it.', 'Users regain access.'],
  },
} as const;

interface StatusDialogProps {
  readonly site: Site;
  readonly status: keyof typeof CHANGES;
  readonly onClose: () => void;
}

/** Asks before a site is deactivated or reactivated. */
export function StatusDialog({ site, status, onClose }: StatusDialogProps) {
  const change = CHANGES[status];
  const patch = useSitePatch(site.id, {
    done: { title: 'Status Updated', description: `${site.site_name} is now ${status}.` },
    failed: { title: 'Status Update Failed', fallback: 'The site keeps its status. Please try again.' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`${change.verb} ${site.site_name}?`}
      action={change.verb}
      pendingAction={change.pending}
      destructive={status === 'inactive'}
      pending={patch.isPending}
      onConfirm={() => patch.mutate({ changes: { status }, etag: null })}
      onClose={onClose}
    >
      <DialogContentText>When the site is {status}:</DialogContentText>
      <Typography component="ul" color="text.secondary" sx={{ pl: 3, mb: 0 }}>
        {change.means.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Typography>
    </ConfirmDialog>
  );
}
