import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { paths, type Site, shareSiteSchema } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { useSiteCommand } from './commands.ts';

/** Lets another dealer view a site, by username. */
export default function ShareForm({ site }: { readonly site: Site }) {
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
