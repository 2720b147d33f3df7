import { Box, Button, DialogContentText, Stack, Typography } from '@mui/material';
import { paths, type Site, type SiteUser, shareSiteSchema, siteUserSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { useDealerMay } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { useSiteCommand } from './queries.ts';

interface ViewersProps {
  readonly site: Site;
  readonly onEnd: (viewer: SiteUser) => void;
}

/** The users of other companies who may view an own site, and a form to add one (S1-3). */
export function Viewers({ site, onEnd }: ViewersProps) {
  const viewers = useQuery(readQuery(paths.siteUsers(site.id), siteUserSchema.array()));
  const shares = useDealerMay('ordering');
  return (
    <>
      <Muted sx={{ mb: 2 }}>
        Viewers see this site and its status. They cannot change anything and see no prices, notes or history.
      </Muted>
      {viewers.isError && (
        <LoadProblem text="Error loading viewers. Please try again." onRetry={viewers.refetch} />
      )}
      {viewers.data?.length === 0 && <Typography sx={{ mb: 2 }}>Nobody else can view this site.</Typography>}
      <Box component="ul" aria-label="Viewers" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
        {viewers.data?.map((viewer) => (
          <Box
            key={viewer.id}
            component="li"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{viewer.name || viewer.username}</Typography>
              <Muted>{[viewer.username, viewer.company].filter(Boolean).join(', ')}</Muted>
            </Box>
            {shares && (
              <Button
                size="small"
                color="error"
                aria-haspopup="dialog"
                aria-label={`Stop sharing with ${viewer.name || viewer.username}`}
                onClick={() => onEnd(viewer)}
              >
                Stop
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {/* as high as the form */}
      {shares && (
        <Box sx={{ minHeight: 142 }}>
          <ShareForm site={site} />
        </Box>
      )}
    </>
  );
}

function ShareForm({ site }: { readonly site: Site }) {
  const form = useZodForm(shareSiteSchema, { username: '' });
  const share = useSiteCommand<{ readonly username: string }>({
    send: ({ username }) => request('POST', paths.siteUsers(site.id), { username }),
    done: ({ username }) => ({ title: 'Site shared', description: `${username} can view this site.` }),
    failed: { title: 'Sharing failed', fallback: 'The site was not shared. Please try again.' },
    onDone: () => form.reset(),
  });
  return (
    <Form form={form} label="Share this site" call={share} keepAs={`share ${site.id}`}>
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
        <Field
          name="username"
          label="Username of a dealer"
          autoComplete="off"
          hint="Ask the dealer for it. Colleagues see the site already."
        />
        <SubmitButton variant="outlined" busy={share.isPending} busyLabel="Sharing...">
          Share
        </SubmitButton>
      </Stack>
    </Form>
  );
}

interface EndShareDialogProps {
  readonly viewer: SiteUser;
  readonly onClose: () => void;
}

/** Asks before a viewer loses access. */
export function EndShareDialog({ viewer, onClose }: EndShareDialogProps) {
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
