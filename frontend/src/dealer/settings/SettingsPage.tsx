import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { lazy, Suspense } from 'react';
import { Page } from '../../shared/layout/Page.tsx';
import { useUser } from '../../shared/session/session.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { RowsSkeleton } from '../../shared/ui/Skeletons.tsx';

const CompanyProfile = lazy(() => import('./CompanyProfile.tsx'));
const PasswordChange = lazy(() => import('./PasswordChange.tsx'));
const SecondFactor = lazy(() => import('./SecondFactor.tsx'));
const Notifications = lazy(() => import('./Notifications.tsx'));

/** /settings (S2-2). */
export default function SettingsPage() {
  const user = useUser();
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
              <Suspense fallback={<RowsSkeleton rows={6} height={64} />}>
                {tab === 'profile' && <CompanyProfile user={user} />}
                {tab === 'password' && (
                  <>
                    <PasswordChange />
                    <SecondFactor user={user} />
                  </>
                )}
                {tab === 'notifications' && <Notifications user={user} />}
              </Suspense>
            </Box>
          )}
        </AddressTabs>
      </Paper>
    </Page>
  );
}
