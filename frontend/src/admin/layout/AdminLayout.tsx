import { Box } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { Header } from '../../shared/layout/Header.tsx';
import { PageSpinner } from '../../shared/layout/PageSpinner.tsx';
import { SkipLink } from '../../shared/layout/SkipLink.tsx';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { useAdminLiveUpdates } from '../live/useAdminLiveUpdates.ts';
import { AdminMenu } from './AdminMenu.tsx';
import { ToastBridge } from './ToastBridge.tsx';

/** The product's header, the admin menu and the page. */
export function AdminLayout({ children }: { readonly children: ReactNode }) {
  useAdminLiveUpdates();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header wide />
      <Box sx={{ flex: 1, display: 'flex', flexDirection: { xs: 'column', lg: 'row' }, minWidth: 0 }}>
        <AdminMenu />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, outline: 'none', px: { xs: 2, md: 4 }, py: { xs: 3, md: 4 } }}
        >
          <Box sx={{ maxWidth: 1440, mx: 'auto' }}>
            <DialogHost>
              <Suspense fallback={<PageSpinner />}>{children}</Suspense>
            </DialogHost>
          </Box>
        </Box>
      </Box>
      <ToastBridge />
    </Box>
  );
}
