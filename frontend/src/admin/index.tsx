import { lazy } from 'react';
import { CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { Navigate, Route } from 'react-router';
import { PageSpinner } from '../shared/layout/Spinner.tsx';
import { AdminLayout } from './app/AdminLayout.tsx';
import { AdminProviders } from './app/AdminProviders.tsx';
import { type OutsidePath, outsidePages } from './app/outsidePages.tsx';
import { AccessDenied, NotFound, PageFault } from './app/pages.tsx';
import { resources } from './app/resources.ts';
import { AdminHome } from './home/AdminHome.tsx';

const AuditPage = lazy(() => import('./audit/AuditPage.tsx'));
const BillingPreviewPage = lazy(() => import('./resources/billingRuns/BillingPreviewPage.tsx'));
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
          <Route path="/revenue" element={<RevenuePage />} />
          <Route path="/system" element={<MaintenancePage />} />
          <Route path="/audit/:kind/:id" element={<AuditPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/reminders" element={<Navigate to={`${basename}/settings`} replace />} />
        </CustomRoutes>
      </CoreAdminUI>
    </AdminProviders>
  );
}
