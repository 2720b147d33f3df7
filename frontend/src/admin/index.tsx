import { CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { Navigate, Route } from 'react-router';
import { PageSpinner } from '../shared/layout/Spinner.tsx';
import { AdminLayout } from './app/AdminLayout.tsx';
import { AdminProviders } from './app/AdminProviders.tsx';
import { type OutsidePath, outsidePages } from './app/outsidePages.tsx';
import { AccessDenied, NotFound, PageFault } from './app/pages.tsx';
import { AuditPage } from './audit/index.ts';
import { BillingPreviewPage, billingRuns } from './billingRuns/index.ts';
import { companies } from './companies/index.ts';
import { contacts } from './contacts/index.ts';
import { disputes } from './disputes/index.ts';
import { AdminHome } from './home/AdminHome.tsx';
import { invoices } from './invoices/index.ts';
import { invoicing } from './invoicing/index.ts';
import { mails } from './mails/index.ts';
import { migrations } from './migrations/index.ts';
import { orders } from './orders/index.ts';
import { payments } from './payments/index.ts';
import { SettingsPage } from './settings/index.ts';
import { sites } from './sites/index.ts';
import { UpkeepPage } from './upkeep/index.ts';
import { users } from './users/index.ts';

interface AdminAreaProps {
  /** The address the area is opened under: /admin-dashboard or /admin (S2-2). */
  readonly basename: string;
  /** A page whose address is not below it, in the same frame. */
  readonly page?: OutsidePath;
}

/** The back office, inside the portal's theme, session, query client and toast. */
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
        <Resource {...users} />
        <Resource {...companies} />
        <Resource {...sites} />
        <Resource {...migrations} />
        <Resource {...invoicing} />
        <Resource {...invoices} />
        <Resource {...orders} />
        <Resource {...payments} />
        <Resource {...billingRuns} />
        <Resource {...disputes} />
        <Resource {...contacts} />
        <Resource {...mails} />
        <CustomRoutes>
          <Route path="/billing-preview" element={<BillingPreviewPage />} />
          <Route path="/system" element={<UpkeepPage />} />
          <Route path="/audit/:kind/:id" element={<AuditPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/reminders" element={<Navigate to={`${basename}/settings`} replace />} />
        </CustomRoutes>
      </CoreAdminUI>
    </AdminProviders>
  );
}
