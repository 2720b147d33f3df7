import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { paths, type Site, type SiteUser, shareSiteSchema } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { useViewers } from './useSite.ts';
import { useSiteCommand } from './useSiteCommand.ts';

interface ViewersProps {
  readonly site: Site;
  readonly onEnd: (viewer: SiteUser) => void;
}

/** Who of other companies may view an own site, and letting somebody in (spec 1, section 3, site_users). */
export function Viewers({ site, onEnd }: ViewersProps) {
  const viewers = useViewers(site.id);
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        Viewers see this site and its state. They change nothing and see no prices, notes or history.
      </Typography>
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
              <Typography variant="body2" color="text.secondary">
                {[viewer.username, viewer.company].filter(Boolean).join(', ')}
              </Typography>
            </Box>
            <Button
              size="small"
              color="error"
              aria-haspopup="dialog"
              aria-label={`Stop sharing with ${viewer.name || viewer.username}`}
              onClick={() => onEnd(viewer)}
            >
              Stop
            </Button>
          </Box>
        ))}
      </Box>
      <ShareForm site={site} />
    </>
  );
}

function ShareForm({ site }: { readonly site: Site }) {
  const form = useZodForm(shareSiteSchema, { username: '' });
  const share = useSiteCommand<{ readonly username: string }>({
    method: 'POST',
    path: paths.siteUsers(site.id),
    done: ({ username }) => ({ title: 'Site Shared', description: `${username} can view this site.` }),
    failed: { title: 'Sharing Failed', fallback: 'The site was not shared. Please try again.' },
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label="Share this site"
      onSubmit={form.handleSubmit(({ username }) => {
        if (share.isPending) return;
        share.mutate(
          { username },
          { onSuccess: () => form.reset(), onError: (error) => showServerErrors(form, error) },
        );
      })}
      sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <Field
        form={form}
        name="username"
        label="Username of a dealer"
        autoComplete="off"
        hint="Ask the dealer for it; colleagues see the site anyway."
      />
      <Button type="submit" variant="outlined" aria-disabled={share.isPending}>
        {share.isPending ? 'Sharing...' : 'Share'}
      </Button>
    </Box>
  );
}
