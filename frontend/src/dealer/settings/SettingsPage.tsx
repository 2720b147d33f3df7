import { Box, Button, Paper, Typography } from '@mui/material';
import { paths } from '@portal/contract';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Page } from '../../shared/layout/Page.tsx';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { Notifications } from './Notifications.tsx';
import { BillingDetails, CompanyProfile, PasswordChange } from './ProfileForms.tsx';
import { SecondFactor } from './SecondFactor.tsx';

const Passkeys = lazy(() => import('./Passkeys.tsx'));

/** A part of a tab, below its form. */
function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 4, pt: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h2" id={id} sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function CompanyData() {
  return (
    <Part title="Company data">
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        Profile, people, sites, migrations, orders, invoices with their lines, and questions, as CSV and JSON
        in a ZIP.
      </Typography>
      <Button variant="outlined" component="a" href={paths.companyData} download>
        Download company data
      </Button>
    </Part>
  );
}

/** /settings (S2-2). */
export default function SettingsPage() {
  const user = useUser();
  const pays = useDealerMay('paying');
  const owns = useDealerMay('team');
  return (
    <Page title="User Settings" width="md">
      <Paper variant="outlined">
        <AddressTabs
          label="Settings"
          tabs={[
            { name: 'profile', label: 'Company Profile' },
            { name: 'password', label: 'Password' },
            { name: 'notifications', label: 'Notifications' },
          ]}
        >
          {(tab) => (
            <Box sx={{ p: { xs: 2, sm: 3 } }}>
              {tab === 'profile' && (
                <>
                  <CompanyProfile user={user} />
                  {user.account_id !== null && pays && (
                    <Part title="Invoices">
                      <BillingDetails accountId={user.account_id} />
                    </Part>
                  )}
                  {user.account_id !== null && owns && <CompanyData />}
                </>
              )}
              {tab === 'password' && (
                <>
                  <PasswordChange />
                  <Part title="Security">
                    <SecondFactor user={user} />
                    <Suspense>
                      <Passkeys />
                    </Suspense>
                  </Part>
                </>
              )}
              {tab === 'notifications' && <Notifications user={user} />}
            </Box>
          )}
        </AddressTabs>
      </Paper>
    </Page>
  );
}
