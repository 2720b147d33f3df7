import { Box, Button } from '@mui/material';
import { type ComponentType, lazy } from 'react';
import { CoreAdminUI, CustomRoutes, Resource, useBasename } from 'react-admin';
import { Link, Navigate, Route } from 'react-router';
import { PageSpinner } from '../shared/layout/Page.tsx';
import { AdminLayout } from './app/AdminLayout.tsx';
import { AdminProviders } from './app/AdminProviders.tsx';
import { resources } from './app/resources.ts';
import { PageHeading } from './ui/PageHeading.tsx';

const AdminHome = lazy(() => import('./home/AdminHome.tsx'));
const AuditPage = lazy(() => import('./audit/AuditPage.tsx'));
const BillingPreviewPage = lazy(() => import('./resources/billingRuns/BillingPreviewPage.tsx'));
const JournalPage = lazy(() => import('./reports/JournalPage.tsx'));
const RecordChecksPage = lazy(() => import('./resources/invoices/RecordChecksPage.tsx'));
const RevenuePage = lazy(() => import('./reports/RevenuePage.tsx'));
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx'));
const MaintenancePage = lazy(() => import('./maintenance/MaintenancePage.tsx'));

interface AdminAreaProps {
  /** /admin-dashboard or /admin (S2-2). */
  readonly basename: string;
  /** A page outside of it, in the same layout. */
  readonly page?: OutsidePath;
}

/** The admin area, inside the portal's theme, session, query client and toasts. */
export default function AdminArea({ basename, page }: AdminAreaProps) {
  if (page !== undefined) {
    const Outside = outsidePages[page];
    return (
      <AdminProviders basename={basename}>
        <AdminLayout>
          <Outside />
        </AdminLayout>
      </AdminProviders>
    );
  }
  return (
    <AdminProviders basename={basename}>
      <CoreAdminUI
        title="Administration"
        dashboard={AdminHome}
        layout={AdminLayout}
        loading={PageSpinner}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        error={PageFault}
        loginPage={false}
        authCallbackPage={false}
        disableTelemetry
      >
        {resources.map((resource) => (
          <Resource key={resource.name} {...resource} />
        ))}
        <CustomRoutes>
          <Route path="/billing-preview" element={<BillingPreviewPage />} />
          <Route path="/record-checks" element={<RecordChecksPage />} />
          <Route path="/revenue" element={<RevenuePage />} />
          <Route path="/journal" element={<JournalPage />} />
          <Route path="/system" element={<MaintenancePage />} />
          <Route path="/audit/:kind/:id" element={<AuditPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/reminders" element={<Navigate to={`${basename}/settings`} replace />} />
        </CustomRoutes>
      </CoreAdminUI>
    </AdminProviders>
  );
}

function ToOverview() {
  const basename = useBasename();
  return (
    <Button component={Link} to={basename} variant="contained">
      Go to the dashboard
    </Button>
  );
}

const NotFound = () => (
  <>
    <PageHeading title="Page not found" lead="This admin page does not exist." />
    <ToOverview />
  </>
);

/** Where `canAccess` refuses a page. */
const AccessDenied = () => (
  <>
    <PageHeading title="No access" lead="You do not have access to this page." />
    <ToOverview />
  </>
);

/** A rendering error; without the layout, which may be the cause. */
function PageFault({ resetErrorBoundary }: { readonly resetErrorBoundary?: (...args: unknown[]) => void }) {
  return (
    <Box component="main" sx={{ maxWidth: 640, mx: 'auto', p: 4 }}>
      <PageHeading title="Something went wrong" lead="This page could not be shown." />
      <Button variant="contained" onClick={() => resetErrorBoundary?.()}>
        Try again
      </Button>
    </Box>
  );
}

/** Admin pages whose path is not below the area's own (S2-2); routes.tsx opens them with `<AdminArea page=…>`. */
const outsidePages = {
  '/reports': lazy(() => import('./reports/ReportsPage.tsx')),
  '/dealer-billing/:id': lazy(() => import('./dealerBilling/DealerBillingPage.tsx')),
} satisfies Readonly<Record<`/${string}`, ComponentType>>;

export type OutsidePath = keyof typeof outsidePages;
