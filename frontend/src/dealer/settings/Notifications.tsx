import { Box, FormControlLabel, Stack, Switch, Typography } from '@mui/material';
import { type EmailPreferences, paths, type SessionUser } from '@portal/contract';
import { useState } from 'react';
import { SubmitButton } from '../../shared/form/Form.tsx';
import { useSetting } from './ProfileForms.tsx';

/** The nine flags by group (S2-2, S2-3). */
const GROUPS: readonly {
  readonly title: string;
  readonly adminOnly?: boolean;
  readonly flags: readonly (readonly [keyof EmailPreferences, string])[];
}[] = [
  {
    title: 'Site',
    flags: [
      ['site_created', 'A site was created'],
      ['site_approved', 'A site was approved'],
      ['site_inactive', 'A site became inactive'],
      ['site_deleted', 'A site was deleted'],
    ],
  },
  {
    title: 'Billing',
    flags: [
      ['invoice_created', 'An invoice was issued'],
      ['invoice_paid', 'An invoice was paid'],
    ],
  },
  {
    title: 'Admin',
    adminOnly: true,
    flags: [
      ['admin_site_created', 'A dealer created a site'],
      ['admin_dealer_registration', 'A dealer registered'],
      ['contact_form', 'A contact message came in'],
    ],
  },
];

export function Notifications({ user }: { readonly user: SessionUser }) {
  const [wanted, setWanted] = useState<EmailPreferences>(user.email_preferences);
  const save = useSetting({
    method: 'PATCH',
    path: paths.emailPreferences(user.id),
    done: {
      title: 'Notification Settings Updated',
      description: 'Your notification settings have been saved.',
    },
    failed: { title: 'Update Failed', fallback: 'Failed to update notification preferences' },
  });
  return (
    <form
      aria-label="Notifications"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate({ email_preferences: wanted });
      }}
    >
      <Stack spacing={3}>
        {GROUPS.filter(({ adminOnly }) => !adminOnly || user.is_admin).map(({ title, flags }) => (
          <Box key={title} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
            <Typography component="legend" variant="h2" sx={{ mb: 1, p: 0 }}>
              {title}
            </Typography>
            {flags.map(([flag, label]) => (
              <FormControlLabel
                key={flag}
                label={label}
                sx={{ display: 'flex' }}
                control={
                  <Switch checked={wanted[flag]} onChange={(_, on) => setWanted({ ...wanted, [flag]: on })} />
                }
              />
            ))}
          </Box>
        ))}
        <SubmitButton busy={save.isPending} busyLabel="Saving..." sx={{ alignSelf: 'flex-start' }}>
          Save Preferences
        </SubmitButton>
      </Stack>
    </form>
  );
}
