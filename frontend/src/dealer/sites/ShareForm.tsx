import Stack from '@mui/material/Stack';
import { paths, type Site, shareSiteSchema } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton } from '../../shared/form/Form.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { useSiteCommand } from './commands.ts';

/** Lets another dealer view a site, by username. */
export default function ShareForm({ site }: { readonly site: Site }) {
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
